import { parseSync } from 'vite';

/** A source file: its path from the root, with forward slashes, and its text. */
interface SourceFile {
  readonly path: string;
  readonly text: string;
}

const MOST_GLOSSARY_ROWS = 90;

/** Words that no name may contain, each with its replacement. */
const BANNED: Readonly<Record<string, string>> = {
  door: 'handler or entry point',
  families: 'calendar objects or series',
  family: 'calendar object or series',
  floorplan: 'layout',
  framed: 'built',
  house: 'architecture',
  lane: 'concurrency slot',
  outlet: 'outbound queue',
  repair: 'fix',
  repairs: 'fixes',
  retold: 'rebased',
  stayed: 'kept, or undo conflict',
  takeback: 'undo',
  tell: 'describe, notify or report',
  telling: 'context or wording',
  tells: 'describes, notifies or reports',
  thought: 'preview',
  thoughts: 'previews',
  told: 'received, described or reported',
  wayout: 'fix',
  wish: 'input or request',
  wished: 'wanted',
  wishes: 'inputs or requests',
};

/** Names fixed by external formats or the planner's. */
const ALLOWED: ReadonlySet<string> = new Set([
  // OpenID Connect, CSS
  'family_name',
  'fontFamily',
  'font-family',
  // The planner's file format and the JSON output of the command line.
  'family',
  'repair',
  'repairs',
  // The stored diff of a proposal.
  'stayed',
]);

/** `toGoogleEvent`, not `googleEventOf`: the name of a conversion gives its direction. */
const NAMELESS_DIRECTION = /^[a-z][a-z\d]*(?:[A-Z][a-z\d]*)*Of$/;

/** Declared names and file names with a banned word or without a direction: `FILE: problem`. */
export function findBannedNames(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const names = [path.split('/').at(-1)?.split('.')[0] ?? '', ...declaredNames(path, text)];
    return [...new Set(names)].flatMap((name) => {
      const problem = findProblem(name);
      return problem ? [`${path}: ${problem}`] : [];
    });
  });
}

function findProblem(name: string): string | null {
  if (ALLOWED.has(name)) return null;
  if (NAMELESS_DIRECTION.test(name)) return `'${name}' ends with 'Of': say to…, parse…, get…, find… or list…`;
  const words = splitWords(name);
  const pairs = words.slice(1).map((word, index) => `${words[index]}${word}`);
  const banned = [...words, ...pairs].find((word) => Object.hasOwn(BANNED, word));
  return banned ? `'${name}' has '${banned}': say ${BANNED[banned]}` : null;
}

function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

interface SyntaxNode {
  readonly type: string;
  readonly name?: string;
  readonly id?: unknown;
  readonly key?: unknown;
  readonly params?: unknown;
}

const DECLARATIONS = new Set([
  'ClassDeclaration',
  'FunctionDeclaration',
  'FunctionExpression',
  'TSEnumDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclarator',
]);
const MEMBERS = new Set([
  'MethodDefinition',
  'PropertyDefinition',
  'TSMethodSignature',
  'TSPropertySignature',
]);

/** The variables, functions, parameters, types and members that a file declares, without imports. */
function declaredNames(file: string, text: string): string[] {
  const names: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as SyntaxNode;
    if (DECLARATIONS.has(node.type)) collect(node.id);
    if (MEMBERS.has(node.type)) collect(node.key);
    if (Array.isArray(node.params)) node.params.forEach(collect);
    for (const child of Object.values(value)) visit(child);
  };
  /** The names that a pattern binds. */
  const collect = (pattern: unknown): void => {
    if (typeof pattern !== 'object' || pattern === null) return;
    const node = pattern as SyntaxNode & Readonly<Record<string, unknown>>;
    if (node.type === 'Identifier' && node.name) names.push(node.name);
    else if (node.type === 'ObjectPattern')
      for (const property of node['properties'] as SyntaxNode[])
        collect((property as { value?: unknown; argument?: unknown }).value ?? property);
    else if (node.type === 'ArrayPattern') for (const one of node['elements'] as unknown[]) collect(one);
    else if (node.type === 'AssignmentPattern') collect(node['left']);
    else if (node.type === 'RestElement') collect(node['argument']);
  };
  visit(parseSync(file, text).program);
  return names;
}

/** Problems of the glossary: a word with two rows, or too many rows. */
export function checkGlossary(text: string): string[] {
  const words = [...text.matchAll(/^\| \*\*([^*]+)\*\*/gm)].map((match) => match[1] ?? '');
  const twice = words.filter((word, index) => words.indexOf(word) !== index);
  return [
    ...twice.map((word) => `'${word}' has two rows`),
    ...(words.length > MOST_GLOSSARY_ROWS
      ? [`${words.length} rows, ${MOST_GLOSSARY_ROWS} allowed: a word that the field knows needs none`]
      : []),
  ];
}
