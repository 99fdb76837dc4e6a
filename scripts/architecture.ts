import path from 'node:path';
import { parseSync } from 'vite';

/** A source file: its path from the root, with forward slashes, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly message: string;
}

interface Import {
  readonly specifier: string;
  /** The path from the root for a relative import, else null. */
  readonly target: string | null;
  /** The script of a worker: a program of its own, which may import from the file that starts it. */
  readonly isWorker: boolean;
}

/** `import('./a.ts')`, of a module or of a type. */
const IMPORT_CALL = /\bimport\(\s*(['"`])([^'"`$]+)\1/g;
const WORKER_ADDRESS = /\bnew URL\(\s*(['"`])(\.[^'"`$]+\.tsx?)\1/g;

/** Everything that a file imports or re-exports, by value or by type, and the workers that it starts. */
export function listImports(file: SourceFile): Import[] {
  const { staticImports, staticExports } = parseSync(file.path, file.text).module;
  const text = withoutComments(file.text);
  const imported = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? [])),
    ...[...text.matchAll(IMPORT_CALL)].map((match) => match[2] ?? ''),
  ];
  const workers = [...text.matchAll(WORKER_ADDRESS)].map((match) => match[2] ?? '');
  return [...new Set([...imported, ...workers])].map((specifier) => ({
    specifier,
    target: findTarget(file.path, specifier),
    isWorker: !imported.includes(specifier),
  }));
}

/** A file that passes on what another one exports, or null. Pages load some modules of components as one. */
function findReExport(file: SourceFile): string | null {
  if (/\/index\.ts$|^apps\/web\/src\/features\/[\w-]+\/components\//.test(file.path)) return null;
  const { staticExports } = parseSync(file.path, file.text).module;
  return (
    staticExports.flatMap(({ entries }) => entries.flatMap((entry) => entry.moduleRequest?.value ?? []))[0] ??
    null
  );
}

function listExportedNames(file: SourceFile): string[] {
  const { staticExports } = parseSync(file.path, file.text).module;
  return staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName, localName }) => exportName.name ?? localName.name ?? []),
  );
}

/** The path from the root that a relative specifier, or a `#` one of an app, means; null for packages. */
export function findTarget(file: string, specifier: string): string | null {
  const source = /^apps\/[^/]+\/src\//.exec(file)?.[0];
  if (specifier.startsWith('#') && source) return source + specifier.slice(1);
  if (!specifier.startsWith('.')) return null;
  return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
}

const PURE = ['time', 'planner', 'language'] as const;
/** npm packages that the pure packages may use at run time. */
const PURE_LIBRARIES: Record<(typeof PURE)[number], readonly string[]> = {
  time: ['rrule-temporal'],
  planner: ['@dayloom/time'],
  language: ['@dayloom/time', 'chrono-node'],
};
/** Clock, randomness and network: the pure packages get these as inputs. (Their types exclude the DOM.) */
const IMPURE = /\b(?:Date\.now|new Date\(\)|Math\.random|performance\.now|process\.|fetch\(|setTimeout\()/;

const FEATURE_FILES = ['routes', 'operations', 'rules', 'policy', 'model', 'store', 'jobs', 'tools', 'ports'];
const ENTRY_POINTS = ['routes', 'jobs', 'tools'];
/** What each part of a feature may import from its own feature. */
const PART_MAY: Record<string, readonly string[]> = {
  model: ['model'],
  ports: ['ports', 'model'],
  store: ['store', 'model'],
  rules: ['rules', 'model'],
  policy: ['policy', 'rules', 'model'],
  operations: ['operations', 'rules', 'policy', 'store', 'ports', 'model'],
  ...Object.fromEntries(ENTRY_POINTS.map((part) => [part, [...ENTRY_POINTS, 'operations', 'model']])),
};
/** What they may import from other features; all others may use operations too. */
const INNER_PARTS = ['model', 'ports', 'store', 'rules', 'policy'];
const NAMELESS = /(?:^|\/)(?:utils?|helpers?|common|misc|manager)(?:\.|\/)|Impl\./;
const SQL = /\.(?:selectFrom|insertInto|mergeInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;

/** `Platform` in any place but `Pick<Platform, ...>` and `Platform['db']`. */
const WHOLE_PLATFORM = /(?<!\bPick<)\bPlatform\b(?!\[)/;

/** `Platform` by another name. */
const RENAMED_PLATFORM = /\bPlatform\s+as\b/;

const isTest = (file: string) =>
  /\.(?:test|spec)\.tsx?$/.test(file) || file.includes('/test/') || file.includes('/fixtures/');

/** Checks the rules of 'Imports' in ARCHITECTURE.md for a set of files. */
export function listViolations(files: readonly SourceFile[]): Violation[] {
  const violations: Violation[] = [];
  const featureGraph = new Map<string, Set<string>>();
  const fileGraph = new Map<string, Set<string>>();
  for (const file of files) {
    const report = (rule: string, message: string) => violations.push({ rule, file: file.path, message });
    checkName(file, report);
    const imports = listImports(file);
    checkSpecifiers(file, imports, report);
    fileGraph.set(
      file.path,
      new Set(imports.flatMap(({ target, isWorker }) => (target === null || isWorker ? [] : target))),
    );
    if (isTest(file.path)) continue;
    if (/^(?:apps|packages)\//.test(file.path)) checkTestsApart(imports, report);
    const passedOn = findReExport(file);
    if (passedOn !== null) report('re-exports', `passes on '${passedOn}': import it from there`);
    checkPackages(file, imports, report);
    checkApps(file, imports, report);
    checkWeb(file, imports, report);
    checkServer(file, imports, report, featureGraph);
  }
  for (const [rule, graph] of [
    ['features-without-cycles', featureGraph],
    ['files-without-cycles', fileGraph],
  ] as const) {
    for (const cycle of listCycles(graph))
      violations.push({ rule, file: cycle.join(' -> '), message: 'import each other in a cycle' });
  }
  return violations;
}

type Report = (rule: string, message: string) => void;

/**
 * Two levels up and more are hard to follow: such files are named from the app's `src`. Without its ending, a
 * file would be missing in the graphs.
 */
function checkSpecifiers({ path: file }: SourceFile, imports: readonly Import[], report: Report): void {
  const source = /^apps\/[^/]+\/src\//.exec(file)?.[0];
  for (const { specifier, target, isWorker } of imports) {
    if (target !== null && !/\.\w+(?:\?\w+)?$/.test(target))
      report('file-endings', `imports '${specifier}' without its ending`);
    if (source && !isWorker && specifier.startsWith('../../') && target?.startsWith(source))
      report('short-imports', `imports '${specifier}': say '#${target.slice(source.length)}'`);
  }
}

/** The other rules leave tests out, so nothing else may use code of theirs. */
function checkTestsApart(imports: readonly Import[], report: Report): void {
  for (const { specifier, target } of imports) {
    if (target !== null && isTest(target))
      report('tests-apart', `imports '${specifier}', which is for tests`);
  }
}

function checkName(file: SourceFile, report: Report): void {
  const name = path.posix.basename(file.path);
  if (!/^[a-z0-9]+(?:[-.][a-z0-9]+)*\.(?:tsx?|mjs)$|^\d{4}_[a-z-]+\.ts$/.test(name))
    report('kebab-case', `'${name}' is not kebab-case`);
  if (NAMELESS.test(file.path))
    report('names', 'utils, helpers, common, misc and manager say nothing: name what the file does');
}

function findPackage(file: string): string | null {
  return /^packages\/([\w-]+)\//.exec(file)?.[1] ?? null;
}

function findApp(file: string): string | null {
  return /^apps\/([\w-]+)\//.exec(file)?.[1] ?? null;
}

function checkPackages(file: SourceFile, imports: readonly Import[], report: Report): void {
  const name = findPackage(file.path);
  if (name === null) return;
  for (const { specifier, target } of imports) {
    if (target !== null && !target.startsWith(`packages/${name}/`))
      report('packages-apart', `imports '${specifier}' from outside its package`);
  }
  if (name === 'contracts') {
    for (const { specifier, target } of imports) {
      if (target === null && specifier !== 'zod')
        report('contracts-only-zod', `contracts import only zod, not '${specifier}'`);
    }
  }
  const pure = PURE.find((candidate) => candidate === name);
  if (!pure) return;
  for (const { specifier, target } of imports) {
    const isAllowed = PURE_LIBRARIES[pure].some(
      (library) => specifier === library || specifier.startsWith(`${library}/`),
    );
    if (target === null && !isAllowed)
      report('pure-packages', `a pure package may not import '${specifier}'`);
  }
  const impure = IMPURE.exec(withoutComments(file.text));
  if (impure)
    report('pure-packages', `'${impure[0]}': a pure package gets time, randomness and I/O as inputs`);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');
}

function withoutImports(text: string): string {
  return withoutComments(text).replace(/^import\s[^;]*;/gm, '');
}

const APP_MAY: Record<string, readonly string[]> = {
  web: ['contracts', ...PURE],
  server: ['contracts', ...PURE],
  cli: ['contracts', ...PURE],
};

/** The worker that is loaded when a visitor of a booking page chooses a calendar file. */
const READS_CALENDAR_FILES = /^apps\/web\/src\/features\/booking\/worker\//;

function checkApps(file: SourceFile, imports: readonly Import[], report: Report): void {
  const app = findApp(file.path);
  if (app === null) return;
  // The other files of the web app build it.
  const isInBrowser = file.path.startsWith('apps/web/src/');
  for (const { specifier, target } of imports) {
    if (isInBrowser && target && /^apps\/web\/(?!src\/).*\.ts$/.test(target))
      report('web-stays-small', `'${specifier}' only builds the web app`);
    if (target !== null && !target.startsWith(`apps/${app}/`))
      report('apps-apart', `imports '${specifier}' from outside apps/${app}`);
    const workspace = /^@dayloom\/([\w-]+)/.exec(specifier)?.[1];
    if (workspace && !APP_MAY[app]?.includes(workspace))
      report('apps-apart', `apps/${app} may not import @dayloom/${workspace}`);
    if (
      isInBrowser &&
      (specifier.startsWith('node:') ||
        (/^@dayloom\/time\/(?:recurrence|icalendar)$/.test(specifier) &&
          !READS_CALENDAR_FILES.test(file.path)))
    ) {
      report('web-stays-small', `'${specifier}' stays out of the browser`);
    }
  }
}

const WEB_FEATURE_PARTS = /\/(?:api\.ts$|(?:model|hooks|components)\/)/;
/** Web workers, and the pages that are rendered when the site is built. */
const WEB_FEATURE_EXTRAS = /^apps\/web\/src\/features\/(?:(?:planning|booking|site)\/worker|site\/pages)\//;
const WEB_LAYERS = ['lib', 'ui', 'features', 'app', 'entries'];
/** Parts of a web feature that a part may not import. */
const WEB_PARTS_ABOVE: Record<string, readonly string[]> = {
  model: ['hooks', 'components'],
  api: ['hooks', 'components'],
  hooks: ['components'],
};

function checkWeb(file: SourceFile, imports: readonly Import[], report: Report): void {
  const here = findWebPlace(file.path);
  if (!here) return;
  const { layer, feature, part } = here;
  if (!WEB_LAYERS.includes(layer)) {
    report('web-layers', `apps/web/src has ${WEB_LAYERS.join(', ')} and nothing else`);
    return;
  }
  if (layer === 'features') checkWebFeature(file, part, report);
  for (const { specifier, target } of imports) {
    const there = findWebPlace(target ?? '');
    if (!there) continue;
    const { layer: otherLayer, feature: otherFeature } = there;
    if (WEB_LAYERS.indexOf(otherLayer) > WEB_LAYERS.indexOf(layer))
      report('web-layers', `${layer} may not import ${otherLayer} ('${specifier}')`);
    if (layer === 'features' && otherLayer === 'features' && feature !== otherFeature) {
      report('web-features-apart', `feature ${feature} may not import feature ${otherFeature}`);
    } else if (layer === 'features' && WEB_PARTS_ABOVE[part]?.includes(there.part)) {
      report('web-feature-parts', `${part} may not import ${there.part} ('${specifier}')`);
    }
  }
}

function findWebPlace(file: string): { layer: string; feature: string; part: string } | null {
  const [layer, feature = '', part = ''] = /^apps\/web\/src\/(.+)$/.exec(file)?.[1]?.split('/') ?? [];
  return layer === undefined ? null : { layer, feature, part: part.replace(/\.tsx?$/, '') };
}

function checkWebFeature(file: SourceFile, part: string, report: Report): void {
  const rest = file.path.replace(/^apps\/web\/src\/features\/[\w-]+/, '');
  if (!WEB_FEATURE_PARTS.test(rest) && !WEB_FEATURE_EXTRAS.test(file.path))
    report('web-feature-files', 'a web feature has api.ts, model/, hooks/ and components/, and nothing else');
  if (['hooks', 'api'].includes(part)) return;
  const hook = [path.posix.basename(file.path), ...listExportedNames(file)].find((name) =>
    /^use[A-Z-]/.test(name),
  );
  if (hook) report('web-feature-files', `${hook}: hooks belong in hooks/, those of queries in api.ts`);
}

function toServerPlace(file: string): { folder: string; feature: string | null; part: string | null } {
  const rest = /^apps\/server\/src\/(.+)$/.exec(file)?.[1] ?? '';
  const [folder = '', second = '', third = ''] = rest.split('/');
  if (folder !== 'features')
    return { folder: rest.includes('/') ? folder : 'entry', feature: null, part: null };
  return { folder, feature: second, part: third.replace(/\.tsx?$/, '') };
}

const SERVER_MAY: Record<string, readonly string[]> = {
  entry: ['entry', 'features', 'identity', 'integrations', 'platform', 'migrations'],
  features: ['features', 'platform'],
  identity: ['identity', 'platform'],
  integrations: ['integrations', 'platform'],
  platform: ['platform', 'migrations'],
  migrations: [],
};

function checkServer(
  file: SourceFile,
  imports: readonly Import[],
  report: Report,
  graph: Map<string, Set<string>>,
): void {
  if (!file.path.startsWith('apps/server/src/')) return;
  const here = toServerPlace(file.path);
  if (here.feature !== null && !FEATURE_FILES.includes(here.part ?? '')) {
    report('feature-files', `a feature has ${FEATURE_FILES.join(', ')} and nothing else`);
  }
  const importsSql = here.part !== 'model' && imports.some(({ specifier }) => specifier === 'kysely');
  if (
    here.folder === 'features' &&
    here.part !== 'store' &&
    (importsSql || SQL.test(withoutComments(file.text)))
  ) {
    report('sql-in-store', 'only store.ts speaks SQL');
  }
  if (
    ['features', 'identity'].includes(here.folder) &&
    (WHOLE_PLATFORM.test(withoutImports(file.text)) || RENAMED_PLATFORM.test(withoutComments(file.text)))
  )
    report('narrow-platform', 'take the members of Platform that are used: Pick<Platform, ...>');
  for (const { specifier, target } of imports) {
    if (target === null || !target.startsWith('apps/server/src/')) continue;
    const there = toServerPlace(target);
    const isForAdapters = here.folder === 'integrations' && ['ports', 'model'].includes(there.part ?? '');
    if (!isForAdapters && !SERVER_MAY[here.folder]?.includes(there.folder)) {
      report('server-layers', `${here.folder} may not import ${there.folder} ('${specifier}')`);
      continue;
    }
    if (here.feature === null || there.feature === null) continue;
    const [part, other] = [here.part ?? '', there.part ?? ''];
    if (here.feature !== there.feature) {
      graph.set(here.feature, (graph.get(here.feature) ?? new Set()).add(there.feature));
      if (!['operations', 'model'].includes(other))
        report(
          'features-by-operations',
          `only operations and model of feature ${there.feature} may be imported ('${specifier}')`,
        );
      else if (INNER_PARTS.includes(part) && other !== 'model')
        report('inner-parts', `${part} may not import ${other} ('${specifier}')`);
    } else if (!PART_MAY[part]?.includes(other)) {
      const rule = ENTRY_POINTS.includes(part) ? 'entry-points-use-operations' : 'inner-parts';
      report(rule, `${part} may not import ${other} ('${specifier}')`);
    }
  }
  if (here.part === 'rules' || here.part === 'model') checkPurity(file, here.part, imports, report);
}

/** What rules and the model may use of Node: nothing with effects outside the process. */
const PURE_NODE_MODULES = ['node:crypto', 'node:util', 'node:zlib'];

function checkPurity(file: SourceFile, part: string, imports: readonly Import[], report: Report): void {
  for (const { specifier, target } of imports) {
    const isRefusal = target === 'apps/server/src/platform/errors.ts';
    const isPlatformImport = target?.startsWith('apps/server/src/platform/') && !isRefusal;
    const isEffect = specifier.startsWith('node:') && !PURE_NODE_MODULES.includes(specifier);
    if (isPlatformImport || isEffect) report('rules-are-pure', `${part} may not import '${specifier}'`);
  }
  const impure = IMPURE.exec(withoutComments(file.text));
  if (impure) report('rules-are-pure', `'${impure[0]}': ${part} gets time, randomness and I/O as inputs`);
}

/** For each strongly connected group of nodes, its shortest cycle. */
export function listCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const inCycle = new Set<string>();
  for (const node of [...graph.keys()].sort()) {
    if (inCycle.has(node)) continue;
    const cycle = findShortestPath(graph, node, node);
    if (!cycle) continue;
    for (const member of cycle) inCycle.add(member);
    cycles.push(cycle);
  }
  return cycles;
}

function findShortestPath(
  graph: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
): string[] | null {
  const paths: string[][] = [[from]];
  const seen = new Set<string>();
  for (const nodes of paths) {
    for (const next of graph.get(nodes.at(-1) as string) ?? []) {
      if (next === to) return [...nodes, next];
      if (seen.has(next)) continue;
      seen.add(next);
      paths.push([...nodes, next]);
    }
  }
  return null;
}
