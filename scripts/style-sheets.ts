import path from 'node:path';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Style sheets of whole pages, which are older than the rule and have names of their own. */
const WHOLE_PAGES = /\/(?:base|site|site-[a-z]+|calendar-grid|grid-items)\.css$/;
const COMMENTS = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
const SELECTORS = /(?<=^|[{};])[^{};@]+(?=\{)/g;
const CLASSES = /\.(-?[a-zA-Z_][\w-]*)/g;
const LAYERS = /@layer[^{;]*/g;
const VARIABLES_USED = /var\(\s*(--[\w-]+)/g;
const VARIABLES_SET = /(--[\w-]+)\s*:/g;
/** Set by FullCalendar. */
const FOREIGN_VARIABLES = ['--fc-event-color'];

/**
 * What breaks the rule of style sheets: a selector in `task-row.css` begins with the class `task-row`, or one
 * that begins with `task-row-`, so that names are unique; and a source file uses each of these classes.
 */
export function listStyleProblems(sheets: readonly SourceFile[], sources: readonly SourceFile[]): string[] {
  const code = sources.map(({ text }) => text).join('\n');
  return sheets
    .filter((sheet) => !WHOLE_PAGES.test(sheet.path))
    .flatMap((sheet) => {
      const prefix = path.basename(sheet.path, '.css');
      const isOwn = (name: string) => name === prefix || name.startsWith(`${prefix}-`);
      const selectors = listSelectors(sheet.text).map(listClasses);
      const foreign = selectors.flatMap(([first]) => (first && !isOwn(first) ? [first] : []));
      const unused = selectors.flat().filter((name) => isOwn(name) && !isUsed(name, prefix, code));
      return [
        ...[...new Set(foreign)].map((name) => `${sheet.path}: .${name} has to begin with '${prefix}'`),
        ...[...new Set(unused)].map((name) => `${sheet.path}: nothing uses .${name}`),
      ];
    });
}

/** Variables that a style sheet uses and nothing sets: no other style sheet, no source file, no design token. */
export function listUnknownVariables(
  sheets: readonly SourceFile[],
  sources: readonly SourceFile[],
  tokens: readonly string[],
): string[] {
  const code = sources.map(({ text }) => text).join('\n');
  const set = new Set([
    ...FOREIGN_VARIABLES,
    ...tokens,
    ...sheets.flatMap((sheet) => match(sheet, VARIABLES_SET)),
  ]);
  return sheets.flatMap((sheet) =>
    [...new Set(match(sheet, VARIABLES_USED))]
      .filter((name) => !set.has(name) && !code.includes(`'${name}'`))
      .map((name) => `${sheet.path}: nothing sets ${name}`),
  );
}

function match({ text }: SourceFile, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}

function listSelectors(css: string): string[] {
  const rules = css.replace(COMMENTS, '').replace(LAYERS, '');
  return [...rules.matchAll(SELECTORS)].flatMap(([list]) => list.split(','));
}

function listClasses(selector: string): string[] {
  return [...selector.matchAll(CLASSES)].map(([, name = '']) => name);
}

/** A name may be made of its prefix and a variant: `button-${size}`. */
function isUsed(name: string, prefix: string, code: string): boolean {
  return code.includes(name) || code.includes(`${prefix}-\${`);
}
