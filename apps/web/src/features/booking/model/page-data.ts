import type { bookingApi, ClientConfig, EndpointResponse } from '@dayloom/contracts';
import type { FirstSlots } from '@dayloom/contracts/booking-page';

/** What the server sends with the page of a host (`platform/web-pages.ts`). */
export interface PageData {
  readonly config: ClientConfig;
  readonly response: EndpointResponse<typeof bookingApi.listLinks>;
  /** The slots that are shown first. Null where the script has to request them. */
  readonly firstSlots: FirstSlots | null;
}

/** Null on pages that have none, and while the development server serves them. */
export function readPageData(): PageData | null {
  const text = document.getElementById('page-data')?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}
