import { type ESTree, parseSync } from 'vite';
import { findTarget, type SourceFile } from './architecture.ts';

interface Module {
  readonly path: string;
  readonly text: string;
  /** By its local name, where an import comes from. */
  readonly imports: Map<string, { readonly file: string; readonly name: string }>;
  readonly types: Map<string, ESTree.TSTypeAliasDeclaration | ESTree.TSInterfaceDeclaration>;
  readonly functions: Map<string, FunctionFacts>;
}

interface FunctionFacts {
  readonly node: ESTree.Function | ESTree.ArrowFunctionExpression;
  parameters: readonly (Parameter | null)[];
}

/** A parameter whose members are known. */
interface Parameter {
  readonly members: ReadonlySet<string>;
  /** Whether its type is made from `Platform`. */
  readonly isPlatform: boolean;
  readonly used: Set<string>;
  /** What it is passed to, and the members that are replaced in doing so. */
  readonly passedTo: { readonly parameter: Parameter; readonly replaced: ReadonlySet<string> }[];
}

/**
 * Members of `Platform` that a function takes although neither it nor what it calls uses them: `FILE:LINE: problem`.
 * What the check does not understand counts as a use.
 */
export function listUnusedMembers(files: readonly SourceFile[]): string[] {
  const modules = new Map(files.map((file) => [file.path, readModule(file)]));
  const functions = [...modules.values()].flatMap((module) =>
    [...module.functions].map(([name, facts]) => ({ module, name, facts })),
  );
  for (const { module, facts } of functions)
    facts.parameters = facts.node.params.map((node) => readParameter(modules, module, node));
  for (const { module, facts } of functions) collectUses(modules, module, facts);
  settleUses(functions.flatMap(({ facts }) => facts.parameters.filter((one) => one !== null)));
  return functions.flatMap(({ module, name, facts: { node, parameters } }) =>
    parameters.flatMap((parameter) => {
      if (!parameter?.isPlatform) return [];
      const unused = [...parameter.members].filter((member) => !parameter.used.has(member));
      const line = module.text.slice(0, node.start).split('\n').length;
      return unused.length === 0
        ? []
        : `${module.path}:${line}: neither ${name} nor what it calls uses ${unused.join(', ')}: do not take it`;
    }),
  );
}

function readModule({ path, text }: SourceFile): Module {
  const module: Module = { path, text, imports: new Map(), types: new Map(), functions: new Map() };
  for (const statement of parseSync(path, text).program.body) {
    if (statement.type === 'ImportDeclaration') {
      const file = findTarget(path, statement.source.value);
      for (const specifier of file === null ? [] : statement.specifiers)
        if (file !== null && specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier')
          module.imports.set(specifier.local.name, { file, name: specifier.imported.name });
      continue;
    }
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'TSTypeAliasDeclaration' || declared?.type === 'TSInterfaceDeclaration')
      module.types.set(declared.id.name, declared);
    else if (declared?.type === 'FunctionDeclaration' && declared.id)
      module.functions.set(declared.id.name, { node: declared, parameters: [] });
    else if (declared?.type === 'VariableDeclaration')
      for (const { id, init } of declared.declarations)
        if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression')
          module.functions.set(id.name, { node: init, parameters: [] });
  }
  return module;
}

type Modules = ReadonlyMap<string, Module>;

function readParameter(modules: Modules, module: Module, node: ESTree.ParamPattern): Parameter | null {
  const pattern = node.type === 'AssignmentPattern' ? node.left : node;
  const type = 'typeAnnotation' in pattern ? pattern.typeAnnotation?.typeAnnotation : null;
  const found = type ? listMembers(modules, module, type) : null;
  return found && { members: found.names, isPlatform: found.isPlatform, used: new Set(), passedTo: [] };
}

interface Members {
  readonly names: ReadonlySet<string>;
  readonly isPlatform: boolean;
}

/** The members of an object type; null if they are not known. */
function listMembers(modules: Modules, module: Module, type: ESTree.TSType): Members | null {
  if (type.type === 'TSTypeLiteral') return toMembers(type.members);
  if (type.type === 'TSIntersectionType')
    return join(type.types.map((part) => listMembers(modules, module, part)));
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return null;
  return listNamed(modules, module, type.typeName.name, type.typeArguments?.params ?? []);
}

function listNamed(
  modules: Modules,
  module: Module,
  name: string,
  [of, keys]: readonly ESTree.TSType[],
): Members | null {
  if (name === 'Pick' || name === 'Omit') {
    const whole = of ? listMembers(modules, module, of) : null;
    const chosen = new Set(keys ? listLiterals(keys) : []);
    const names = [...(whole?.names ?? [])].filter((member) => chosen.has(member) === (name === 'Pick'));
    return whole && { ...whole, names: new Set(names) };
  }
  const imported = module.imports.get(name);
  const source = imported && modules.get(imported.file);
  if (imported) return source ? listNamed(modules, source, imported.name, []) : null;
  const declared = module.types.get(name);
  if (declared?.type === 'TSTypeAliasDeclaration')
    return listMembers(modules, module, declared.typeAnnotation);
  if (!declared) return null;
  const inherited = declared.extends.map(({ expression, typeArguments }) =>
    expression.type === 'Identifier'
      ? listNamed(modules, module, expression.name, typeArguments?.params ?? [])
      : null,
  );
  const all = join([toMembers(declared.body.body), ...inherited]);
  return all && { ...all, isPlatform: all.isPlatform || name === 'Platform' };
}

function toMembers(signatures: readonly ESTree.TSSignature[]): Members {
  const names = signatures.flatMap((one) =>
    'key' in one && one.key.type === 'Identifier' ? one.key.name : [],
  );
  return { names: new Set(names), isPlatform: false };
}

function join(parts: readonly (Members | null)[]): Members | null {
  const known = parts.filter((part) => part !== null);
  if (known.length < parts.length) return null;
  return {
    names: new Set(known.flatMap(({ names }) => [...names])),
    isPlatform: known.some((part) => part.isPlatform),
  };
}

function listLiterals(type: ESTree.TSType): string[] {
  if (type.type === 'TSUnionType') return type.types.flatMap(listLiterals);
  return type.type === 'TSLiteralType' && 'value' in type.literal ? [String(type.literal.value)] : [];
}

/** Adds what a function does with its parameters. */
function collectUses(modules: Modules, module: Module, { node, parameters }: FunctionFacts): void {
  for (const [at, given] of node.params.entries()) {
    const parameter = parameters[at];
    if (!parameter || !node.body) continue;
    const { body } = node;
    const countAll = () => {
      for (const member of parameter.members) parameter.used.add(member);
    };
    const bind = (pattern: ESTree.Node, replaced: ReadonlySet<string>): void => {
      if (pattern.type === 'AssignmentPattern') bind(pattern.left, replaced);
      else if (pattern.type === 'ObjectPattern') {
        const taken = new Set(replaced);
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') bind(property.argument, taken);
          else if (property.key.type !== 'Identifier') countAll();
          else {
            if (!replaced.has(property.key.name)) parameter.used.add(property.key.name);
            taken.add(property.key.name);
          }
        }
      } else if (pattern.type === 'Identifier') {
        visit(body, [], (found, parents) => {
          if (found.type === 'Identifier' && found.name === pattern.name && isReference(found, parents))
            follow(found, parents, replaced);
        });
      } else countAll();
    };
    const follow = (
      value: ESTree.Node,
      parents: readonly ESTree.Node[],
      replaced: ReadonlySet<string>,
    ): void => {
      const parent = parents.at(-1);
      if (parent?.type === 'MemberExpression' && !parent.computed && parent.property.type === 'Identifier') {
        if (!replaced.has(parent.property.name)) parameter.used.add(parent.property.name);
      } else if (parent?.type === 'VariableDeclarator') bind(parent.id, replaced);
      else if (parent?.type === 'SpreadElement') {
        const object = parents.at(-2);
        if (object?.type !== 'ObjectExpression') return countAll();
        const later = object.properties.slice(object.properties.indexOf(parent) + 1);
        const keys = later.flatMap((one) =>
          one.type === 'Property' && one.key.type === 'Identifier' ? one.key.name : [],
        );
        follow(object, parents.slice(0, -2), new Set([...replaced, ...keys]));
      } else if (parent?.type === 'CallExpression' && parent.callee.type === 'Identifier') {
        const called = findFunction(modules, module, parent.callee.name);
        const to = called?.parameters[parent.arguments.findIndex((one) => one === value)];
        if (to) parameter.passedTo.push({ parameter: to, replaced });
        else countAll();
      } else countAll();
    };
    bind(given, new Set());
  }
}

/** Whether a name stands for its variable: it is no member's name, no key, no part of a type, and not being bound. */
function isReference(name: ESTree.Node, parents: readonly ESTree.Node[]): boolean {
  const parent = parents.at(-1);
  if (parent?.type === 'MemberExpression') return parent.object === name || parent.computed;
  if (parent?.type === 'Property') return parent.value === name;
  return !(parent?.type === 'VariableDeclarator' && parent.id === name) && !parent?.type.startsWith('TSType');
}

function visit(
  node: ESTree.Node,
  parents: readonly ESTree.Node[],
  see: (node: ESTree.Node, parents: readonly ESTree.Node[]) => void,
): void {
  see(node, parents);
  const below = [...parents, node];
  for (const child of Object.values(node).flat() as unknown[])
    if (typeof child === 'object' && child !== null && 'type' in child)
      visit(child as ESTree.Node, below, see);
}

function findFunction(modules: Modules, module: Module, name: string): FunctionFacts | undefined {
  const imported = module.imports.get(name);
  return imported ? modules.get(imported.file)?.functions.get(imported.name) : module.functions.get(name);
}

/** Adds what the called functions use, until nothing changes. */
function settleUses(parameters: readonly Parameter[]): void {
  let isSettled = false;
  while (!isSettled) {
    isSettled = true;
    for (const { used, passedTo } of parameters) {
      const before = used.size;
      for (const { parameter, replaced } of passedTo)
        for (const member of parameter.used) if (!replaced.has(member)) used.add(member);
      if (used.size > before) isSettled = false;
    }
  }
}
