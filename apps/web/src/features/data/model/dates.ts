/** `28 November 2026`, in the language and the zone of the browser. */
export function dateInWords(instant: string): string {
  return new Date(instant).toLocaleDateString(undefined, { dateStyle: 'long' });
}
