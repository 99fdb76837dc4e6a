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
