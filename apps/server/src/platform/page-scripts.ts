interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** What Vite writes about a build (build.manifest). */
export type BuildManifest = Readonly<Record<string, Chunk>>;

/** The lazily loaded modules of a page, by its path. */
export type PageModules = Readonly<
  Record<
    string,
    {
      /** Its first screen needs them. */
      readonly first: readonly string[];
      /** It shows them right after that, where the address has no query that asks for something else. */
      readonly next?: readonly string[];
    }
  >
>;

/** Tags of the head, in the order in which a browser asks for the files. */
export interface PageLinks {
  /** The files of the app's entry. */
  readonly entry: string;
  /** The lazily loaded files of each page, by its path. */
  readonly pages: ReadonlyMap<string, { readonly first: string; readonly next: string }>;
}

/**
 * Links that load a page's scripts and style sheets together with the entry of the app, which would otherwise ask
 * for them only after it has run: on a slow line each such step costs seconds. The entry asks for the page's data
 * when it runs, so its files belong before those of the page.
 *
 * The largest file comes first. A browser asks for six at a time (HTTP/1.1), and small ones arrive while it is still
 * on the line.
 */
export function linkPageScripts(
  manifest: BuildManifest,
  pages: PageModules,
  getSize: (file: string) => number,
): PageLinks {
  const atOnce = listFiles(manifest, ['app.html']);
  const link = (files: Iterable<string>, priority = '') =>
    [...files]
      .sort((a, b) => getSize(b) - getSize(a))
      .map((file) => {
        // Not applied yet: a style sheet in the head would hold back the text that the page shows meanwhile.
        const kind = isStyle(file) ? 'rel="preload" as="style"' : 'rel="modulepreload"';
        return `<link ${kind}${priority} crossorigin href="/${file}" nonce="__CSP_NONCE__">`;
      })
      .join('');
  return {
    // The page's HTML has tags for the script itself and for these style sheets.
    entry: link([...atOnce].filter((file) => file !== manifest['app.html']?.file && !isStyle(file))),
    pages: new Map(
      Object.entries(pages).map(([path, { first, next = [] }]) => {
        const needed = listFiles(manifest, first);
        const later = [...listFiles(manifest, next)].filter((file) => !needed.has(file) && !atOnce.has(file));
        return [
          path,
          {
            first: link([...needed].filter((file) => !atOnce.has(file))),
            next: link(later, ' fetchpriority="low"'),
          },
        ];
      }),
    ),
  };
}

const isStyle = (file: string) => file.endsWith('.css');

function listFiles(manifest: BuildManifest, keys: readonly string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const file of chunk.css ?? []) files.add(file);
    chunk.imports?.forEach(visit);
  };
  keys.forEach(visit);
  return files;
}
