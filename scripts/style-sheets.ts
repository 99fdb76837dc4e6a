import path from 'node:path';

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Style sheets of whole pages, which are older than the rule and have names of their own. */
const WHOLE_PAGES = /\/(?:base|site|calendar-grid|grid-items)\.css$/;
const COMMENTS = /\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
const CLASSES = /\.(-?[a-zA-Z_][\w-]*)(?=[^{};]*\{)/g;
const LAYERS = /@layer[^{;]*/g;

/**
 * Classes that break the rule of style sheets: a class in `task-row.css` is `task-row` or begins with
 * `task-row-`, so that names are unique, and a source file uses it.
 */
export function findStyleProblems(sheets: readonly SourceFile[], sources: readonly SourceFile[]): string[] {
  const code = sources.map(({ text }) => text).join('\n');
  return sheets
    .filter((sheet) => !WHOLE_PAGES.test(sheet.path))
    .flatMap((sheet) => {
      const prefix = path.basename(sheet.path, '.css');
      return listClasses(sheet.text).flatMap((name) => {
        if (name !== prefix && !name.startsWith(`${prefix}-`))
          return [`${sheet.path}: .${name} has to begin with '${prefix}'`];
        return isUsed(name, prefix, code) ? [] : [`${sheet.path}: nothing uses .${name}`];
      });
    });
}

function listClasses(css: string): string[] {
  const rules = css.replace(COMMENTS, '').replace(LAYERS, '');
  return [...new Set([...rules.matchAll(CLASSES)].map(([, name = '']) => name))];
}

/** A name may be made of its prefix and a variant: `button-${size}`. */
function isUsed(name: string, prefix: string, code: string): boolean {
  return code.includes(name) || code.includes(`${prefix}-\${`);
}
