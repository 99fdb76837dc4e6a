import path from 'node:path';

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
}

const IMPORT =
  /^\s*(?:import|export)\s+(?:type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

export function listImports(file: SourceFile): Import[] {
  return [...file.text.matchAll(IMPORT)].map((match) => {
    const specifier = match[1] ?? match[2] ?? '';
    return { specifier, target: findTarget(file.path, specifier) };
  });
}

/** The path from the root that a relative specifier, or a `#` one of an app, means; null for packages. */
function findTarget(file: string, specifier: string): string | null {
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
/**
 * What the inner parts of a feature may import from it. The others may import everything except entry points.
 */
const INNER_MAY: Record<string, readonly string[]> = {
  model: ['model'],
  ports: ['ports', 'model'],
  store: ['store', 'model'],
  rules: ['rules', 'model'],
};
const NAMELESS = /(?:^|\/)(?:utils?|helpers?|common|misc|manager)(?:\.|\/)|Impl\./;
const SQL = /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`/;

/** `Platform` in any place but `Pick<Platform, ...>` and `Platform['db']`. */
const WHOLE_PLATFORM = /(?<!\bPick<)\bPlatform\b(?!\[)/;

const isTest = (file: string) =>
  /\.(?:test|spec)\.tsx?$/.test(file) || file.includes('/test/') || file.includes('/fixtures/');

/** Checks the rules of 'Imports' in ARCHITECTURE.md for a set of files. */
export function findViolations(files: readonly SourceFile[]): Violation[] {
  const violations: Violation[] = [];
  const featureGraph = new Map<string, Set<string>>();
  const fileGraph = new Map<string, Set<string>>();
  for (const file of files) {
    const report = (rule: string, message: string) => violations.push({ rule, file: file.path, message });
    checkName(file, report);
    const imports = listImports(file);
    checkDepth(file, imports, report);
    if (isTest(file.path)) continue;
    fileGraph.set(file.path, new Set(imports.flatMap(({ target }) => target ?? [])));
    checkPackages(file, imports, report);
    checkApps(file, imports, report);
    checkWeb(file, imports, report);
    checkServer(file, imports, report, featureGraph);
  }
  for (const [rule, graph] of [
    ['features-without-cycles', featureGraph],
    ['files-without-cycles', fileGraph],
  ] as const) {
    for (const cycle of findCycles(graph))
      violations.push({ rule, file: cycle.join(' -> '), message: 'import each other in a cycle' });
  }
  return violations;
}

type Report = (rule: string, message: string) => void;

/** Two levels up and more are hard to follow: such files are named from the app's `src`. */
function checkDepth({ path: file }: SourceFile, imports: readonly Import[], report: Report): void {
  const source = /^apps\/[^/]+\/src\//.exec(file)?.[0];
  if (!source) return;
  for (const { specifier, target } of imports) {
    if (specifier.startsWith('../../') && target?.startsWith(source))
      report('short-imports', `imports '${specifier}': say '#${target.slice(source.length)}'`);
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
  for (const { specifier, target } of imports) {
    if (target !== null && !target.startsWith(`apps/${app}/`))
      report('apps-apart', `imports '${specifier}' from outside apps/${app}`);
    const workspace = /^@dayloom\/([\w-]+)/.exec(specifier)?.[1];
    if (workspace && !APP_MAY[app]?.includes(workspace))
      report('apps-apart', `apps/${app} may not import @dayloom/${workspace}`);
    if (
      app === 'web' &&
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

function checkWeb(file: SourceFile, imports: readonly Import[], report: Report): void {
  const [, layer, feature] = /^apps\/web\/src\/(\w+)\/([\w-]+)?/.exec(file.path) ?? [];
  if (!layer || !WEB_LAYERS.includes(layer)) return;
  if (layer === 'features') checkWebFeature(file, report);
  for (const { specifier, target } of imports) {
    const [, otherLayer, otherFeature] = /^apps\/web\/src\/(\w+)\/([\w-]+)?/.exec(target ?? '') ?? [];
    if (!otherLayer) continue;
    if (WEB_LAYERS.indexOf(otherLayer) > WEB_LAYERS.indexOf(layer))
      report('web-layers', `${layer} may not import ${otherLayer} ('${specifier}')`);
    if (layer === 'features' && otherLayer === 'features' && feature !== otherFeature) {
      report('web-features-apart', `feature ${feature} may not import feature ${otherFeature}`);
    }
  }
}

function checkWebFeature(file: SourceFile, report: Report): void {
  const rest = file.path.replace(/^apps\/web\/src\/features\/[\w-]+/, '');
  if (!WEB_FEATURE_PARTS.test(rest) && !WEB_FEATURE_EXTRAS.test(file.path))
    report('web-feature-files', 'a web feature has api.ts, model/, hooks/ and components/, and nothing else');
  const isHook = /\/use-[\w-]+\.ts$/.test(rest);
  if (isHook && !rest.startsWith('/hooks/')) report('web-feature-files', 'hooks belong in hooks/');
}

function serverPlace(file: string): { room: string; feature: string | null; part: string | null } {
  const rest = /^apps\/server\/src\/(.+)$/.exec(file)?.[1] ?? '';
  const [room = '', second = '', third = ''] = rest.split('/');
  if (room !== 'features') return { room: rest.includes('/') ? room : 'entry', feature: null, part: null };
  return { room, feature: second, part: third.replace(/\.tsx?$/, '') };
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
  const here = serverPlace(file.path);
  if (here.feature !== null && !FEATURE_FILES.includes(here.part ?? '')) {
    report('feature-files', `a feature has ${FEATURE_FILES.join(', ')} and nothing else`);
  }
  if (here.room === 'features' && here.part !== 'store' && SQL.test(withoutComments(file.text))) {
    report('sql-in-store', 'only store.ts speaks SQL');
  }
  if (['features', 'identity'].includes(here.room) && WHOLE_PLATFORM.test(withoutImports(file.text)))
    report('narrow-platform', 'take the members of Platform that are used: Pick<Platform, ...>');
  for (const { specifier, target } of imports) {
    if (target === null || !target.startsWith('apps/server/src/')) continue;
    const there = serverPlace(target);
    const isForAdapters = here.room === 'integrations' && ['ports', 'model'].includes(there.part ?? '');
    if (!isForAdapters && !SERVER_MAY[here.room]?.includes(there.room)) {
      report('server-layers', `${here.room} may not import ${there.room} ('${specifier}')`);
      continue;
    }
    if (here.feature === null || there.feature === null) continue;
    if (here.feature !== there.feature) {
      if (here.part === 'model' && there.part !== 'model')
        report('inner-parts', `model may not import ${there.part} ('${specifier}')`);
      else if (!['operations', 'model'].includes(there.part ?? ''))
        report(
          'features-by-operations',
          `only operations and model of feature ${there.feature} may be imported ('${specifier}')`,
        );
      graph.set(here.feature, (graph.get(here.feature) ?? new Set()).add(there.feature));
    } else if (
      ENTRY_POINTS.includes(here.part ?? '') &&
      !['operations', ...ENTRY_POINTS].includes(there.part ?? '')
    ) {
      report('entry-points-use-operations', `${here.part} may use operations, not ${there.part}`);
    } else if (!(INNER_MAY[here.part ?? ''] ?? FEATURE_FILES).includes(there.part ?? '')) {
      report('inner-parts', `${here.part} may not import ${there.part} ('${specifier}')`);
    }
  }
  if (here.part === 'rules' || here.part === 'model') {
    for (const { specifier, target } of imports) {
      const isRefusal = target === 'apps/server/src/platform/errors.ts';
      if (target?.startsWith('apps/server/src/platform/') && !isRefusal)
        report('rules-are-pure', `${here.part} may not import '${specifier}'`);
    }
  }
}

/** For each strongly connected group of nodes, its shortest cycle. */
export function findCycles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const cycles: string[][] = [];
  const inCycle = new Set<string>();
  for (const node of [...graph.keys()].sort()) {
    if (inCycle.has(node)) continue;
    const cycle = shortestWay(graph, node, node);
    if (!cycle) continue;
    for (const member of cycle) inCycle.add(member);
    cycles.push(cycle);
  }
  return cycles;
}

function shortestWay(
  graph: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
): string[] | null {
  const ways: string[][] = [[from]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) as string) ?? []) {
      if (next === to) return [...way, next];
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}
