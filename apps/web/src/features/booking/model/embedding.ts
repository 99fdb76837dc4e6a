/** Whether the address asks for the page as part of another site's page (`/embed.js` does). */
export function isEmbedded(search = window.location.search): boolean {
  return new URLSearchParams(search).has('embed');
}

/** What the other site may know of a booking: nothing with which it can be changed. */
export interface AnnouncedBooking {
  readonly startsAt: string;
  readonly endsAt: string;
  readonly status: string;
}

/** Sends a message to the script on the other site's page. Any site may embed the page, so it has no secret. */
export function announceBooking({ startsAt, endsAt, status }: AnnouncedBooking): void {
  post({ dayloom: 'booked', booking: { startsAt, endsAt, status } });
}

/** Reports the height of an element whenever it changes, so that the frame needs no scroll bar. Returns how to stop. */
export function announceHeight(element: HTMLElement): () => void {
  const observer = new ResizeObserver(() => post({ dayloom: 'height', height: element.offsetHeight }));
  observer.observe(element);
  return () => observer.disconnect();
}

function post(message: object): void {
  if (window.parent !== window) window.parent.postMessage(message, '*');
}
