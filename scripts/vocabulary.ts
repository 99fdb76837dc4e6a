import type { SourceFile } from './architecture.ts';
import { listBrokenPromises, listNodes } from './result-types.ts';

const MAX_GLOSSARY_ROWS = 90;

/** Words that no name may contain, in the singular and plural, each with its replacement. */
const BANNED: ReadonlyMap<string, string> = new Map([
  ['door', 'handler or entry point'],
  ['family', 'calendar object or series'],
  ['floorplan', 'layout'],
  ['framed', 'built'],
  ['house', 'architecture'],
  ['lane', 'concurrency slot'],
  ['mend', 'fix'],
  ['mended', 'fixed'],
  ['mending', 'fixing'],
  ['outlet', 'outbound queue'],
  ['repair', 'fix'],
  ['life', 'day plan'],
  ['retold', 'rebased'],
  ['round', 'sync run, attempt or reload'],
  ['searchalone', 'runLatest'],
  ['searchbriefly', 'runLatestOrPartial'],
  ['stayed', 'kept, or undo conflict'],
  ['takeback', 'undo'],
  ['takenback', 'withdrawn'],
  ['tell', 'describe, notify or report'],
  ['telling', 'context or wording'],
  ['thought', 'preview'],
  ['told', 'received, described or reported'],
  ['wayout', 'fix'],
  ['wish', 'input or request'],
  ['wished', 'wanted'],
  ['wishing', 'wanting'],
]);

/** Names fixed by external formats or the planner's. */
const ALLOWED: ReadonlySet<string> = new Set([
  // OpenID Connect, CSS
  'family_name',
  'fontFamily',
  'font-family',
  // FullCalendar
  'dayLaneClass',
  'dayLaneInnerClass',
  'slotLaneClass',
  // JSON Schema
  'anyOf',
  // schema.org
  'mainEntityOfPage',
  'numberOfItems',
  // Google Calendar, Microsoft Graph
  'outOfOfficeProperties',
  'numberOfOccurrences',
  // The planner's file format and the JSON output of the command line.
  'family',
  'repair',
  'repairs',
]);

/** Allowed in files with such a path. */
const ALLOWED_IN: ReadonlyMap<string, RegExp> = new Map([
  // The stored diff of a proposal.
  ['stayed', /plan|fixtures|calendar-flow|focus-account/],
  // A column of meeting requests: how often times were proposed.
  ['rounds', /features\/meetings/],
]);

/** Numbers are rounded, and round trips are the field's word. Tests and benches repeat their steps in rounds. */
const isOrdinaryRound = (name: string, path: string): boolean =>
  /[Rr](?:ound|OUND)[-_]?(?:[Tt]o(?![a-z])|[Tt]rip|TRIP|[Uu]p)/.test(name) ||
  /^(?:bench|e2e|scripts)\/|\/(?:fixtures|test)\/|\.test\./.test(path);

/**
 * `toGoogleEvent`, not `googleEventOf`, `ofGoogle` or `eventOfGoogle`: the name of a conversion gives its direction. A
 * condition is `isSameSeries`, not `isOfSameSeries` or `isChangeOfTask`. Names that begin with a verb
 * (`listBlocksOfTask`), units of time (`timeOfDay`), `isPartOfName` and `isOutOfRange` are clear.
 */
function hidesDirection(name: string): boolean {
  return (
    /\wOf$|^of[A-Z]|^OF_/.test(name) ||
    (/[a-z]Of[A-Z]/.test(name) &&
      !VERB_FIRST.test(name) &&
      !UNIT_OF_TIME.test(name) &&
      !CLEAR_CONDITION.test(name))
  );
}

const VERB_FIRST =
  /^(?:ask|build|count|create|delete|describe|find|get|list|notify|pick|read|set|split|take|to|wake)(?=[A-Z])/;
const CLEAR_CONDITION = /^(?:are|has|is)(?:In)?(?:Out|Part)Of[A-Z]/;
const UNIT_OF_TIME =
  /(?:days?|end|minute|parts?|start|times?|year)Of(?:Local)?(?:Date|Day|Era|Month|Today|Week|Workday|Year)/i;

/** Names that are not allowed, and those that promise another result: `FILE: problem`. */
export function listNameProblems(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const nodes = listNodes(file);
    return [...listBannedNames(file.path, nodes), ...listBrokenPromises(file, nodes)];
  });
}

/** Declared names and file names with a banned word or without a direction. */
function listBannedNames(path: string, nodes: readonly SyntaxNode[]): string[] {
  const names = [...path.split('/').map((part) => part.split('.')[0] ?? ''), ...listDeclaredNames(nodes)];
  return [...new Set(names)].flatMap((name) => {
    const problem = ALLOWED_IN.get(name)?.test(path) ? null : findProblem(name, path);
    return problem ? [`${path}: ${problem}`] : [];
  });
}

function findProblem(name: string, path: string): string | null {
  if (ALLOWED.has(name)) return null;
  if (hidesDirection(name)) {
    return `'${name}' hides its direction behind 'Of': say to…, parse…, get…, find…, list…, or for a condition what holds`;
  }
  if (/^say(?:[A-Z]|_)|^SAY_|[a-z]InWords$/.test(name)) {
    return `'${name}' makes a text: say describe… for a phrase, format… for a single value`;
  }
  const words = splitWords(name).map(toSingular);
  const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`);
  const banned = [...words, ...pairs].find(
    (word) => BANNED.has(word) && !(word === 'round' && isOrdinaryRound(name, path)),
  );
  return banned ? `'${name}' has '${banned}': say ${BANNED.get(banned)}` : null;
}

function toSingular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/(?<=sh|x)es$|(?<=[^s])s$/, '');
}

function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])|(?<=[A-Z])([A-Z])(?=[a-z])/g, '$1 $2$3')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

interface SyntaxNode {
  readonly type: string;
  readonly name?: unknown;
  readonly properties?: readonly SyntaxNode[];
  readonly local?: SyntaxNode;
  readonly imported?: SyntaxNode;
  readonly param?: unknown;
  readonly id?: unknown;
  readonly key?: unknown;
  readonly params?: unknown;
}

const DECLARATIONS = new Set([
  'ClassDeclaration',
  'ClassExpression',
  'FunctionDeclaration',
  'FunctionExpression',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclarator',
]);
const IMPORTS = new Set(['ImportDefaultSpecifier', 'ImportNamespaceSpecifier', 'ImportSpecifier']);
const MEMBERS = new Set([
  'MethodDefinition',
  'PropertyDefinition',
  'TSMethodSignature',
  'TSPropertySignature',
]);

/** The variables, functions, parameters, types and members that a file declares, and its names for imports. */
function listDeclaredNames(nodes: readonly SyntaxNode[]): string[] {
  const names: string[] = [];
  /** The names that a pattern binds. */
  const collect = (pattern: unknown): void => {
    if (typeof pattern !== 'object' || pattern === null) return;
    const node = pattern as SyntaxNode & Readonly<Record<string, unknown>>;
    if (/^(?:Private)?Identifier$/.test(node.type) && typeof node.name === 'string') names.push(node.name);
    else if (node.type === 'ObjectPattern')
      for (const property of node['properties'] as SyntaxNode[])
        collect((property as { value?: unknown; argument?: unknown }).value ?? property);
    else if (node.type === 'ArrayPattern') for (const one of node['elements'] as unknown[]) collect(one);
    else if (node.type === 'AssignmentPattern') collect(node['left']);
    else if (node.type === 'RestElement') collect(node['argument']);
  };
  for (const node of nodes) {
    if (DECLARATIONS.has(node.type)) collect(node.id);
    if (MEMBERS.has(node.type)) collect(node.key);
    if (node.type === 'TSTypeParameter') collect(node.name);
    if (node.type === 'ObjectExpression') node.properties?.forEach(({ key }) => collect(key));
    // The name of an import is another file's or a library's; an alias is this file's.
    if (IMPORTS.has(node.type) && node.local?.name !== node.imported?.name) collect(node.local);
    if (node.type === 'CatchClause') collect(node.param);
    if (Array.isArray(node.params)) node.params.forEach(collect);
  }
  return names;
}

/** Problems of the glossary: a word with two rows, or too many rows. */
export function checkGlossary(text: string): string[] {
  const words = [...text.matchAll(/^\| \*\*([^*]+)\*\*/gm)].map((match) => match[1] ?? '');
  const twice = words.filter((word, index) => words.indexOf(word) !== index);
  return [
    ...twice.map((word) => `'${word}' has two rows`),
    ...(words.length > MAX_GLOSSARY_ROWS
      ? [`${words.length} rows, ${MAX_GLOSSARY_ROWS} allowed: a word that the field knows needs none`]
      : []),
  ];
}
