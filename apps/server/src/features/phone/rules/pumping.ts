/** Numbers that were bought together differ in these last digits. */
const OWN_DIGITS = 4;
/** With fewer codes than this, the share of entered codes is not meaningful. */
const CONVERSION_SAMPLE = 20;

/** The common prefix of the numbers of one exchange: `+16175550142` -> `+1617555`. */
export function getPrefix(mobile: string): string {
  return mobile.slice(0, -OWN_DIGITS);
}

/** `2026-11-16T08`, in UTC. */
export function toHourKey(instant: Date): string {
  return instant.toISOString().slice(0, 13);
}

/** Whether too few of the sent codes were entered, which suggests that nobody reads them. */
export function isConversionLow(codes: { sent: number; verified: number }, percent: number): boolean {
  return codes.sent >= CONVERSION_SAMPLE && codes.verified * 100 < percent * codes.sent;
}
