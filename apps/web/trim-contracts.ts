import { type ESTree, type Plugin, parseAst } from 'vite';

const CONTRACT = /\/packages\/contracts\/src\/\w[\w-]*\.ts$/;
/** What only the server reads of an endpoint: it checks requests, writes answers and makes the documentation. */
const SERVER_ONLY = new Set(['summary', 'access', 'scope', 'params', 'query', 'body', 'response']);

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Keeps of each endpoint what a page needs to call it: method, path and media type. Schemas become expressions that
 * the bundler leaves out when nothing uses them, and zod with them.
 */
export function trimContracts(): Plugin {
  return {
    name: 'dayloom-trim-contracts',
    apply: 'build',
    transform: (code, id) => (CONTRACT.test(id) ? trimContract(code) : null),
  };
}

/** The code of a contract, without types, as a page needs it. */
export function trimContract(code: string): string {
  const edits: Edit[] = [];
  for (const statement of parseAst(code).body) {
    const init = findInitialValue(statement);
    if (!init) continue;
    let hasCall = false;
    let hasEndpoint = false;
    visit(init, (node) => {
      if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return 'skip';
      if (node.type !== 'CallExpression') return 'enter';
      hasCall = true;
      if (!isEndpoint(node)) return 'enter';
      hasEndpoint = true;
      edits.push(insert(node.start, '/* @__PURE__ */ '), ...trimEndpoint(node, code));
      return 'skip';
    });
    if (hasCall && !hasEndpoint)
      edits.push(insert(init.start, '/* @__PURE__ */ (() => ('), insert(init.end, '))()'));
  }
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: added }) => text.slice(0, start) + added + text.slice(end), code);
}

const insert = (at: number, text: string): Edit => ({ start: at, end: at, text });

/** The value of a statement that declares one constant. */
function findInitialValue(statement: ESTree.Directive | ESTree.Statement): ESTree.Expression | null {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) return null;
  return declaration.declarations[0]?.init ?? null;
}

const isEndpoint = ({ callee }: ESTree.CallExpression) =>
  callee.type === 'Identifier' && callee.name === 'endpoint';

function trimEndpoint({ arguments: [declaration] }: ESTree.CallExpression, code: string): Edit[] {
  if (declaration?.type !== 'ObjectExpression') return [];
  return declaration.properties.flatMap((property): Edit[] => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return [];
    if (!SERVER_ONLY.has(property.key.name)) return [];
    const comma = /^\s*,/.exec(code.slice(property.end))?.[0].length ?? 0;
    return [{ start: property.start, end: property.end + comma, text: '' }];
  });
}

function visit(node: ESTree.Node, see: (node: ESTree.Node) => 'enter' | 'skip'): void {
  if (see(node) === 'skip') return;
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && 'type' in child) visit(child as ESTree.Node, see);
}
