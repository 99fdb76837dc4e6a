interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

/** What Vite writes about a build (build.manifest). */
export type BuildManifest = Readonly<Record<string, Chunk>>;

/** The lazily loaded modules that a page needs, by its path. */
export type PageModules = Readonly<Record<string, readonly string[]>>;

/** The path of pages that load nothing but the app's entry. */
export const OTHER_PAGES = '';

/**
 * Links that load a page's scripts and style sheets together with the entry of the app, which would otherwise ask
 * for them only after it has run: on a slow line each such step costs seconds.
 *
 * The largest file comes first. A browser asks for six files at a time (HTTP/1.1), and the small ones arrive while
 * the large ones are still on the line.
 */
export function linkPageScripts(
  manifest: BuildManifest,
  pages: PageModules,
  sizeOf: (file: string) => number,
): ReadonlyMap<string, string> {
  const atOnce = listFiles(manifest, ['app.html']);
  return new Map(
    Object.entries({ ...pages, [OTHER_PAGES]: [] }).map(([path, modules]) => {
      const files = [...listFiles(manifest, ['app.html', ...modules])]
        // The page's HTML links them itself.
        .filter((file) => file !== manifest['app.html']?.file && !(atOnce.has(file) && isStyle(file)))
        .sort((a, b) => sizeOf(b) - sizeOf(a));
      const links = files.map((file) => {
        // Not applied yet: a style sheet in the head would hold back the text that the page shows meanwhile.
        const kind = isStyle(file) ? 'rel="preload" as="style"' : 'rel="modulepreload"';
        return `<link ${kind} crossorigin href="/${file}" nonce="__CSP_NONCE__">`;
      });
      return [path, links.join('')];
    }),
  );
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
