/**
 * Days after which unfinished work of a block is not proposed again: until then its user has been asked every day.
 */
export const CARRIED_OVER_DAYS = 30;
