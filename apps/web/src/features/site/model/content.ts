import type { Html } from './html.ts';
import type { Picture } from './page.ts';

/** A text with its address below its list: `/blog/{slug}`. */
export interface Article {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly body: Html;
}

export interface Post extends Article {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly tags: readonly string[];
  readonly minutesToRead: number;
}

export interface Feature extends Article {
  /** The short list at its end. */
  readonly facts: readonly string[];
  readonly picture: (Picture & { readonly description: string }) | null;
}

export interface Policy extends Article {
  /** `YYYY-MM-DD` */
  readonly changed: string;
}

export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

export interface Doc extends Article {
  /** Its address: `/docs/operations/running`. */
  readonly path: string;
  readonly headings: readonly Heading[];
}

/** A part of the table of contents. */
export interface DocGroup {
  readonly title: string;
  readonly summary: string;
  readonly docs: readonly Doc[];
}

/** What the site is made of. */
export interface Content {
  readonly posts: readonly Post[];
  readonly features: readonly Feature[];
  readonly policies: readonly Policy[];
  readonly docs: readonly DocGroup[];
  /** Records of decisions, newest first: they have pages, but are not in the table of contents of each. */
  readonly decisions: readonly Doc[];
}
