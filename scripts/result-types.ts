import { type ESTree, parseSync } from 'vite';
import type { SourceFile } from './architecture.ts';

/** Names that libraries prescribe, by the file that declares them. */
const PRESCRIBED: Readonly<Record<string, readonly string[]>> = {
  'apps/sandbox/src/caldav/adapter-types.ts': ['getCalendar', 'getEvent'],
  'apps/web/code-splitting.ts': ['getModuleInfo'],
  'apps/web/src/ui/error-boundary.tsx': ['getDerivedStateFromProps'],
};

/**
 * Functions whose names promise another result than their declared types: `FILE:LINE: problem`. Results that
 * are inferred or named by an alias are not known here.
 */
export function listBrokenPromises({ path, text }: SourceFile, nodes: readonly ESTree.Node[]): string[] {
  return listFunctions(nodes as readonly TypedNode[]).flatMap(({ name, start, result }) => {
    const problem = PRESCRIBED[path]?.includes(name) ? null : findProblem(name, toKinds(result));
    return problem ? [`${path}:${text.slice(0, start).split('\n').length}: ${name} ${problem}`] : [];
  });
}

/** A promise is made by the verb before a capital, or by the verb alone. */
const VERB = /^(?:find|get|list)(?![a-z\d])/;

function findProblem(name: string, kinds: ReadonlySet<Kind>): string | null {
  const [verb] = VERB.exec(name) ?? [];
  if (verb === 'get' && kinds.has('nothing')) return 'may return nothing: say find…, or throw';
  if (verb === 'find' && kinds.has('many') && !kinds.has('nothing')) return 'returns many: say list…';
  if (verb === 'list' && kinds.has('one')) return 'does not return many: say format…, describe… or to…';
  return null;
}

type Kind = 'many' | 'nothing' | 'one' | 'unknown';

function toKinds(type: ESTree.TSType): ReadonlySet<Kind> {
  switch (type.type) {
    case 'TSUnionType':
      return new Set(type.types.flatMap((part) => [...toKinds(part)]));
    case 'TSParenthesizedType':
    case 'TSTypeOperator':
      return toKinds(type.typeAnnotation);
    case 'TSNullKeyword':
    case 'TSUndefinedKeyword':
      return new Set(['nothing']);
    case 'TSArrayType':
    case 'TSTupleType':
      return new Set(['many']);
    case 'TSBooleanKeyword':
    case 'TSNumberKeyword':
    case 'TSStringKeyword':
      return new Set(['one']);
    case 'TSTypeReference': {
      const name = type.typeName.type === 'Identifier' ? type.typeName.name : '';
      const [argument] = type.typeArguments?.params ?? [];
      if (/^(?:Promise|Readonly)$/.test(name) && argument) return toKinds(argument);
      return new Set([/^(?:Readonly)?(?:Array|Map|Set)$/.test(name) ? 'many' : 'unknown']);
    }
    default:
      return new Set(['unknown']);
  }
}

interface DeclaredFunction {
  readonly name: string;
  readonly start: number;
  readonly result: ESTree.TSType;
}

/** A node of a syntax tree: only some have each of these. */
interface TypedNode extends Pick<ESTree.Node, 'type' | 'start'> {
  readonly id?: TypedNode | null;
  readonly key?: TypedNode;
  readonly name?: unknown;
  readonly init?: TypedNode | null;
  readonly value?: TypedNode | null;
  readonly returnType?: ESTree.TSTypeAnnotation | null;
  readonly typeAnnotation?: ESTree.TSTypeAnnotation | null;
}

/** All nodes of a file. */
export function listNodes({ path, text }: SourceFile): ESTree.Node[] {
  const nodes: ESTree.Node[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('type' in value) nodes.push(value as ESTree.Node);
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(path, text).program);
  return nodes;
}

/** The functions with such a name and a declared result: declarations, constants, methods and members of types. */
function listFunctions(nodes: readonly TypedNode[]): DeclaredFunction[] {
  return nodes.flatMap((node) => {
    const name = (node.id ?? node.key)?.name;
    if (typeof name !== 'string' || !VERB.test(name)) return [];
    const own = (node.type === 'VariableDeclarator' ? node.id : node)?.typeAnnotation?.typeAnnotation;
    const result =
      (node.returnType ?? node.init?.returnType ?? node.value?.returnType)?.typeAnnotation ??
      (own?.type === 'TSFunctionType' ? own.returnType.typeAnnotation : null);
    return result ? [{ name, start: node.start, result }] : [];
  });
}
