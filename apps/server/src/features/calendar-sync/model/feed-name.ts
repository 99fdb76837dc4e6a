/** What a subscribed calendar is called until its file gives a name. */
export function defaultFeedName(url: string | null): string {
  return url ? new URL(url).hostname : '';
}
