/** `28 November 2026`, in the browser's language and zone. */
export function formatDate(instant: string): string {
  return new Date(instant).toLocaleDateString(undefined, { dateStyle: 'long' });
}
