import fs from 'node:fs';
import type { Plugin } from 'vite';

const ICON_EXPORTS = /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g;
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*(["'])lucide-react\2;?/g;

/**
 * Imports each icon from its own file. Through the library's index every page would seem to need all icons of
 * the app, and the first one that is loaded would carry them.
 */
export function importSingleIcons(): Plugin {
  let files: ReadonlyMap<string, string> | undefined;
  return {
    name: 'dayloom-single-icons',
    apply: 'build',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('lucide-react')) return null;
      files ??= readIconFiles();
      return code.replace(ICON_IMPORT, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => {
            const [icon = '', local = icon] = name.split(/\s+as\s+/);
            const file = files?.get(icon);
            if (!file) throw new Error(`${id} imports '${icon}', which is no icon of lucide-react.`);
            return `import ${local} from 'lucide-react/icons/${file}';`;
          })
          .join(''),
      );
    },
  };
}

/** The file of each icon, by each of its names. */
function readIconFiles(): ReadonlyMap<string, string> {
  const modules = new URL('../esm/lucide-react.mjs', import.meta.resolve('lucide-react'));
  const index = fs.readFileSync(modules, 'utf8');
  return new Map(
    [...index.matchAll(ICON_EXPORTS)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/ as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  );
}
