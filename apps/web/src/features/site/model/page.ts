import type { Html } from './html.ts';

/** The server replaces these when it starts, because each knows its own name and address. */
export const PRODUCT_NAME = '__PRODUCT_NAME__';
export const ORIGIN = '__ORIGIN__';

/** A picture among the built files; sizes in pixels. */
export interface Picture {
  readonly address: string;
  readonly width: number;
  readonly height: number;
  /** The same for phones. */
  readonly small: { readonly address: string; readonly width: number };
  /** The same in the light theme. */
  readonly light: Omit<Picture, 'light'> | null;
}

/** The style sheets of kinds of pages: `components/site-NAME.css`. */
export type SheetName = 'home' | 'demo' | 'reading' | 'docs' | 'focus';

/** A page of the public site: its markup and what its head says about it. */
export interface SitePage {
  /** Where it is: `/features/planning`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly body: Html;
  /** Style sheets after site.css, in this order; none by default. */
  readonly sheets?: readonly SheetName[];
  /** The words on the picture that other sites show of it; without them they show the one of home. */
  readonly cardTitle?: string;
  /** `YYYY-MM-DD` of an article. */
  readonly publishedOn?: string;
  /** Structured data (https://schema.org) in addition to the page's own. */
  readonly data?: readonly Readonly<Record<string, unknown>>[];
  /** Its script makes styles at run time: the server gives it a nonce with each request. */
  readonly needsNonce?: boolean;
  /** Search engines leave it out. */
  readonly isHidden?: boolean;
}
