import { ORIGIN } from './page.ts';

/** Structured data as https://schema.org describes it. */
export type StructuredData = Readonly<Record<string, unknown>>;

/** The way from the list to the page: names and paths. */
export function breadcrumbs(steps: readonly (readonly [string, string])[]): StructuredData {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: ORIGIN + path,
    })),
  };
}

interface Collection {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  /** Names and paths of the pages, in their order on the page. */
  readonly entries: readonly (readonly [string, string])[];
}

/** A page that lists others. */
export function collection({ path, name, description, entries }: Collection): StructuredData {
  return {
    '@type': 'CollectionPage',
    name,
    description,
    url: ORIGIN + path,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: entries.length,
      itemListElement: entries.map(([name, path], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        url: ORIGIN + path,
      })),
    },
  };
}
