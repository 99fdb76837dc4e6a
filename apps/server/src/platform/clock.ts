/** The source of the current time, which tests can replace. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
