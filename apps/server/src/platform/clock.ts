/** Where the time comes from, so that a test can say what time it is. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();
