import type { bookingApi, ClientConfig, EndpointResponse } from '@dayloom/contracts';

/** What the server sends with the page of a host (`platform/web-pages.ts`). */
export interface PageData {
  readonly config: ClientConfig;
  readonly response: EndpointResponse<typeof bookingApi.listLinks>;
}

/** Null on pages that have none, and while the development server serves them. */
export function readPageData(): PageData | null {
  const text = document.getElementById('page-data')?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}
