import type { Html } from '../components/html.ts';

/** A page of the public site: markup, what the head says about it, and what it does once it is there. */
export interface SitePage {
  title: string;
  description: string;
  body: Html;
  /** Brings the page to life; the answer stops it again. */
  start?: (root: HTMLElement) => () => void;
}

/** Makes a page for the product's name. */
export type PageMaker = (productName: string) => SitePage | null;
