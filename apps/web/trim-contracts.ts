import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, type Plugin, parseAst, transformWithOxc } from 'vite';

const CONTRACT = /\/packages\/contracts\/src\/\w[\w-]*\.ts$/;
/** What only the server reads of an endpoint: it checks requests and writes the documentation. */
const SERVER_ONLY = new Set(['summary', 'access', 'scope', 'params', 'query', 'body']);

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Keeps of the contracts what a page uses: method, path and response of each endpoint, and the schemas that it
 * names, without their texts for the documentation. A schema is made when the first answer needs it. Making all of them took a tenth of a second of a fast
 * processor before the first screen.
 */
export function trimContracts(): Plugin {
  const read = async (file: string) => (await transformWithOxc(readFileSync(file, 'utf8'), file)).code;
  return {
    name: 'dayloom-trim-contracts',
    apply: 'build',
    async transform(code, id) {
      if (!CONTRACT.test(id)) return null;
      const imported = new Map<string, string>();
      for (const from of listImports(code)) imported.set(from, await read(path.join(path.dirname(id), from)));
      return trimContract(code, imported);
    },
  };
}

const listImports = (code: string) =>
  parseAst(code).body.flatMap((statement) =>
    statement.type === 'ImportDeclaration' && statement.source.value.startsWith('.')
      ? statement.source.value
      : [],
  );

/** The module with schemas that are made late, and without what only the server reads of its endpoints. */
export function trimContract(code: string, imported: ReadonlyMap<string, string>): string {
  const { body } = parseAst(code);
  const own = listLateConstants(body);
  const late = new Set(own.map(({ id }) => id.name));
  const edits: Edit[] = [];
  for (const statement of body) {
    if (statement.type !== 'ImportDeclaration') continue;
    const theirs = new Set(
      listLateConstants(parseAst(imported.get(statement.source.value) ?? '').body).map(({ id }) => id.name),
    );
    for (const { local } of statement.specifiers) {
      if (!theirs.has(local.name)) continue;
      late.add(local.name);
      edits.push(replace(local, toMaker(local.name)));
    }
  }
  for (const { id, init, declaration, isExported } of own) {
    const { name } = id;
    edits.push(
      replace(
        { start: declaration.start, end: init.start },
        `const ${toMaker(name)} = /* @__PURE__ */ late(() => (`,
      ),
      replace({ start: init.end, end: declaration.end }, '));'),
    );
    const exported = `export const ${name} = /* @__PURE__ */ ${toMaker(name)}();`;
    if (isExported)
      edits.push(
        insert(declaration.end, `\nexport { ${toMaker(name)} };\n${exported}`),
        // The keyword in front of the declaration.
        replace({ start: code.lastIndexOf('export', declaration.start), end: declaration.start }, ''),
      );
  }
  const names = new Set(own.map(({ id }) => id));
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') continue;
    visit(statement, null, (node, parent) => {
      if (isEndpoint(node)) edits.push(...trimEndpoint(node, code));
      if (isMeta(node)) edits.push(replace({ start: node.callee.object.end, end: node.end }, ''));
      if (node.type === 'Identifier' && late.has(node.name) && !names.has(node))
        edits.push(...readLate(node, parent));
    });
  }
  return `${LATE}\n${apply(code, edits)}`;
}

const LATE = 'const late = (make) => { let made; return () => (made ??= make()); };';
const toMaker = (name: string) => `make${name[0]?.toUpperCase()}${name.slice(1)}`;
const insert = (at: number, text: string): Edit => ({ start: at, end: at, text });
const replace = ({ start, end }: { start: number; end: number }, text: string): Edit => ({
  start,
  end,
  text,
});

interface LateConstant {
  readonly id: ESTree.BindingIdentifier;
  readonly init: ESTree.Expression;
  readonly declaration: ESTree.VariableDeclaration;
  readonly isExported: boolean;
}

/** Constants whose value is computed by a call, apart from the endpoints: making it late changes nothing. */
function listLateConstants(body: readonly (ESTree.Directive | ESTree.Statement)[]): LateConstant[] {
  return body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration';
    const declaration = isExported ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) return [];
    const [{ id, init } = {}] = declaration.declarations;
    if (id?.type !== 'Identifier' || !init) return [];
    return isComputed(init) ? [{ id, init, declaration, isExported }] : [];
  });
}

function isComputed(init: ESTree.Expression): boolean {
  let hasCall = false;
  let hasEndpoint = false;
  visit(init, null, (node) => {
    if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return 'skip';
    if (isEndpoint(node)) hasEndpoint = true;
    if (node.type === 'CallExpression') hasCall = true;
  });
  return hasCall && !hasEndpoint;
}

function readLate(node: ESTree.Node & { name: string }, parent: ESTree.Node | null): Edit[] {
  const made = `${toMaker(node.name)}()`;
  if (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) return [];
  if (parent?.type === 'Property') {
    if (parent.shorthand) return parent.key === node ? [replace(node, `${node.name}: ${made}`)] : [];
    if (parent.key === node && !parent.computed) return [];
  }
  if (parent && 'params' in parent && (parent.params as unknown[]).includes(node))
    throw new Error(`A parameter has the name of the schema '${node.name}'.`);
  return [replace(node, made)];
}

function isEndpoint(node: ESTree.Node): node is ESTree.CallExpression {
  return (
    node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'endpoint'
  );
}

/** `schema.meta({ ... })`: only the documentation reads it. */
function isMeta(node: ESTree.Node): node is ESTree.CallExpression & { callee: ESTree.MemberExpression } {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'MemberExpression' &&
    !node.callee.computed &&
    node.callee.property.type === 'Identifier' &&
    node.callee.property.name === 'meta'
  );
}

function trimEndpoint({ arguments: [declaration] }: ESTree.CallExpression, code: string): Edit[] {
  if (declaration?.type !== 'ObjectExpression') return [];
  return declaration.properties.flatMap((property): Edit[] => {
    if (property.type === 'SpreadElement' && property.argument.type === 'Identifier') {
      const { name } = property.argument;
      const parts = `method: ${name}.method, path: ${name}.path, media: ${name}.media`;
      return [replace(property, `${parts}, get response() { return ${name}.response; }`)];
    }
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    if (SERVER_ONLY.has(property.key.name)) {
      const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
      return [replace({ start: property.start, end: property.end + comma }, '')];
    }
    if (property.key.name !== 'response') return [];
    const { start, end } = property.value;
    return [
      replace({ start: property.start, end: start }, 'get response() { const value = '),
      insert(end, "; Object.defineProperty(this, 'response', { value, enumerable: true }); return value; }"),
    ];
  });
}

type See = (node: ESTree.Node, parent: ESTree.Node | null) => unknown;

function visit(node: ESTree.Node, parent: ESTree.Node | null, see: See): void {
  if (see(node, parent) === 'skip') return;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && 'type' in child) visit(child as ESTree.Node, node, see);
}

/** Edits within a text that another one removes are left out. */
function apply(code: string, edits: readonly Edit[]): string {
  const removed = edits.filter(({ text }) => text === '');
  const isKept = (edit: Edit) =>
    !removed.some((other) => other !== edit && other.start <= edit.start && edit.end <= other.end);
  return edits
    .filter(isKept)
    .map((edit, index) => ({ ...edit, index }))
    .sort((a, b) => b.start - a.start || b.index - a.index)
    .reduce((text, { start, end, text: added }) => text.slice(0, start) + added + text.slice(end), code);
}
