/** Numbers that were bought in one go differ in these. */
const OWN_DIGITS = 4;
/** Fewer codes say nothing about how many are entered. */
const CONVERSION_SAMPLE = 20;

/** What numbers of one exchange have in common: `+16175550142` -> `+1617555`. */
export function getPrefix(mobile: string): string {
  return mobile.slice(0, -OWN_DIGITS);
}

/** `2026-11-16T08`, in UTC. */
export function toHourKey(instant: Date): string {
  return instant.toISOString().slice(0, 13);
}

/** Whether too few of the codes that went out were entered: nobody reads them. */
export function isConversionLow(codes: { sent: number; verified: number }, percent: number): boolean {
  return codes.sent >= CONVERSION_SAMPLE && codes.verified * 100 < percent * codes.sent;
}
