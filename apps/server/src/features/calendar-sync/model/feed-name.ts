/** The name of a subscribed calendar until its file provides one. */
export function defaultFeedName(url: string | null): string {
  return url ? new URL(url).hostname : '';
}
