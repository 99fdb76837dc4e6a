import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HtmlValidate } from 'html-validate';

interface RenderedFile {
  /** Its path in `apps/web/dist/site`. */
  readonly file: string;
  readonly text: string;
}

/** Pages that the bundled app or the server makes, and files that other parts serve. */
const OTHER_PLACES = /^\/(?:login|signup|dashboard|api\/docs|icon\.svg|assets\/.+|fonts\/.+)$/;
const LINKS = /\s(?:href|src)="([^"]*)"/g;
const STYLES = /<style[^>]*>([^<]*)<\/style>/g;
const CLASSES = /\sclass="([^"]*)"/g;
const CLASS_SELECTORS = /\.([a-z][\w-]*)/g;
const IDS = /\sid="([^"]*)"/g;

const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    // Search engines cut long titles, which is not a fault of the page.
    'long-title': 'off',
    // Vite and we close void elements in the way of XML or not: both are valid.
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-raw-characters': ['error', { relaxed: true }],
    // Ids that GitHub makes from numbered headings. HTML allows them.
    'valid-id': ['error', { relaxed: true }],
    // The bundler's tags; all files are our own.
    'require-sri': 'off',
  },
});

/** Faults of the rendered public site: links that lead nowhere, HTML that is not valid, and rules that are missing. */
export async function listSiteProblems(root: string): Promise<string[]> {
  const folder = path.join(root, 'apps/web/dist/site');
  const files = globSync('**/*.*', { cwd: folder }).map((file) => ({
    file: file.replaceAll(path.sep, '/'),
    text: readFileSync(path.join(folder, file), 'utf8'),
  }));
  const isBuilt = (address: string) => existsSync(path.join(root, 'apps/web/dist', address));
  const invalid = await Promise.all(files.filter(({ file }) => file.endsWith('.html')).map(validate));
  return [
    ...listBrokenLinks(files, isBuilt),
    ...listUnstyled(files),
    ...listRefusedStyles(files),
    ...invalid.flat(),
  ];
}

async function validate({ file, text }: RenderedFile): Promise<string[]> {
  const { results } = await validator.validateString(text, file);
  return results.flatMap(({ messages }) =>
    messages.map(({ line, ruleId, message }) => `${file}:${line}: ${message} (${ruleId})`),
  );
}

/** Classes on a page that another page's styles have rules for, but not its own. */
export function listUnstyled(files: readonly RenderedFile[]): string[] {
  const pages = files.map(({ file, text }) => {
    const styles = [...text.matchAll(STYLES)].map(([, css = '']) => css).join('');
    const list = (source: string, pattern: RegExp) =>
      [...source.matchAll(pattern)].flatMap(([, names = '']) => names.split(/\s+/));
    return { file, used: new Set(list(text, CLASSES)), styled: new Set(list(styles, CLASS_SELECTORS)) };
  });
  const known = new Set(pages.flatMap(({ styled }) => [...styled]));
  return pages.flatMap(({ file, used, styled }) =>
    [...used]
      .filter((name) => known.has(name) && !styled.has(name))
      .map((name) => `${file}: .${name} has rules in other pages only`),
  );
}

/** Styles that the server does not find (`platform/site-files.ts`), so that its content security policy refuses them. */
export function listRefusedStyles(files: readonly RenderedFile[]): string[] {
  return files
    .filter(({ text }) => text.split('<style').length - 1 !== [...text.matchAll(STYLES)].length)
    .map(({ file }) => `${file}: its styles contain a '<', and are refused by the content security policy`);
}

/** Links between pages that have no page or no such section. `isBuilt` is whether `dist` has a file. */
export function listBrokenLinks(
  files: readonly RenderedFile[],
  isBuilt: (address: string) => boolean,
): string[] {
  const ids = new Map(
    files.map(({ file, text }) => [
      toAddress(file),
      new Set([...text.matchAll(IDS)].map(([, id = '']) => id)),
    ]),
  );
  return files
    .filter(({ file }) => file.endsWith('.html'))
    .flatMap(({ file, text }) => {
      const links = new Set([...text.matchAll(LINKS)].map(([, link = '']) => link.replaceAll('&amp;', '&')));
      return [...links].flatMap((link) => {
        const problem = findProblem(link, toAddress(file));
        return problem ? [`${file}: ${link} ${problem}`] : [];
      });
    });

  function findProblem(link: string, from: string): string | null {
    if (/^(?:https?:|mailto:)/.test(link)) return null;
    const [place = '', hash] = link.replace('__ORIGIN__', '').split('#', 2);
    const address = place === '' ? from : place;
    if (!address.startsWith('/')) return 'is not an address from the root';
    const known = ids.get(address);
    if (!known)
      return OTHER_PLACES.test(address) && (!hasFile(address) || isBuilt(address)) ? null : 'leads nowhere';
    return hash === undefined || known.has(hash) ? null : 'has no such section';
  }
}

const hasFile = (address: string) => /\.\w+$/.test(address);

/** `index.html` is `/`, `blog.html` is `/blog`, `blog/feed.xml` is `/blog/feed.xml`. */
function toAddress(file: string): string {
  return `/${file.replace(/(?:^index)?\.html$/, '')}`;
}
