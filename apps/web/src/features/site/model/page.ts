import type { Html } from '../components/html.ts';

/** A page of the public site: markup, metadata and an optional script. */
export interface SitePage {
  title: string;
  description: string;
  body: Html;
  /** Starts the page's script; the returned function stops it. */
  start?: (root: HTMLElement) => () => void;
}

/** Builds a page for the product's name. */
export type PageMaker = (productName: string) => SitePage | null;
