import type { Options } from 'minisearch';

/** A section of the docs, as the search knows it. */
export interface IndexedSection {
  readonly id: number;
  /** The address with the section's anchor. */
  readonly path: string;
  readonly page: string;
  /** Empty for the beginning of a page. */
  readonly heading: string;
  readonly text: string;
  /** The first words, which results show. */
  readonly excerpt: string;
}

/** How the index is built and read: both sides have to agree. */
export const INDEX_OPTIONS: Options<IndexedSection> = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['path', 'page', 'heading', 'excerpt'],
  searchOptions: {
    boost: { heading: 4, page: 3 },
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    combineWith: 'AND',
  },
};
