import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';
import { parseSync } from 'vite';

export interface FoundExpression {
  /** `FILE:LINE` */
  readonly where: string;
  /** Null where the expression is made of something that is known only at run time. */
  readonly expression: RegExp | null;
}

/** A comment on the line of an expression, or on the line before it, that says why its input is short. */
const EXEMPTION = /\/\/ short-input: \S/;

/** What is never run on other people's text: tests and their tools. */
const isTest = (file: string) => /\.(?:test|spec|contract)\.tsx?$|[\\/]test[\\/]/.test(file);

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly { readonly value?: unknown }[];
}

/** Every regular expression of a source file without an exemption. */
export function findExpressions(file: string, text: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  const lines = text.split('\n');
  const add = (start: number, expression: RegExp | null) => {
    const line = text.slice(0, start).split('\n').length;
    if (EXEMPTION.test(lines[line - 1] ?? '') || EXEMPTION.test(lines[line - 2] ?? '')) return;
    found.push({ where: `${file}:${line}`, expression });
  };
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as SyntaxNode;
    if (node.type === 'Literal' && node.regex)
      add(node.start, new RegExp(node.regex.pattern, node.regex.flags));
    const isConstructed = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isConstructed && node.callee?.name === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      const text = source?.value;
      const letters = flags === undefined ? '' : flags.value;
      const isKnown = typeof text === 'string' && typeof letters === 'string';
      add(node.start, isKnown ? new RegExp(text, letters) : null);
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseSync(file, text).program);
  return found;
}

/** All expressions of the server, the web app, the sandbox, the command line and the packages. */
export function listExpressions(root: string): FoundExpression[] {
  return globSync(['apps/*/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })
    .filter((file) => !isTest(file))
    .sort()
    .flatMap((file) =>
      findExpressions(file.replaceAll(path.sep, '/'), readFileSync(path.join(root, file), 'utf8')),
    );
}

/**
 * What our own modules construct while they are loaded: an expression that is put together from constants is judged as
 * the module made it.
 */
export async function constructedBy(load: () => Promise<unknown>): Promise<RegExp[]> {
  const made: RegExp[] = [];
  const original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(original, {
    construct(target, [source, flags]: [string | RegExp, string | undefined]) {
      const expression = new target(source, flags);
      const caller = new Error('caller').stack?.split('\n')[2] ?? '';
      if (!caller.includes('node_modules')) made.push(expression);
      return expression;
    },
  });
  try {
    await load();
  } finally {
    globalThis.RegExp = original;
  }
  return made;
}

/** Modules that put expressions together while they are loaded, and where they do. */
const CONSTRUCTED_IN = 'packages/language/src/';
const constructs = () => constructedBy(() => import('../packages/language/src/index.ts'));

/** Every expression of the repository that takes more than linear time, or cannot be judged. */
export async function findSlowExpressions(root: string): Promise<string[]> {
  const problems: string[] = [];
  const judged = new Set<string>();
  const judge = (expression: RegExp, where: string) => {
    if (judged.has(String(expression))) return;
    judged.add(String(expression));
    const text = findSlowText(expression);
    if (text) problems.push(`${where}: ${expression} takes more than linear time, as for ${text}`);
  };
  for (const { where, expression } of listExpressions(root)) {
    if (expression) judge(expression, where);
    else if (!where.startsWith(CONSTRUCTED_IN))
      problems.push(`${where}: an expression that is made at run time cannot be judged`);
  }
  for (const expression of await constructs()) judge(expression, CONSTRUCTED_IN);
  return problems;
}

/** Shows exponential time, and the next cubic time, without waiting long for its end. */
const SHORT = 20;
const MIDDLE = 400;
/**
 * Show quadratic time: a millisecond and more, where a linear expression takes some microseconds. The second is for
 * parts that are whole words, of which a text has few, and for fast machines.
 */
const LONG = [5_000, 20_000];
/** What takes less than this at the first length is not tried at the second. */
const NOTICEABLE_MS = 0.1;
const SUSPICIOUS_MS = 0.7;
/** The time for four times the text, compared: 4 for linear time, 16 for quadratic. */
const GROWTH = 9;

/**
 * A short description of a text on which the expression takes more than linear time, or null. The texts repeat what
 * parts of the expression match, behind what leads to that part and before something that makes the match fail. They
 * are tried on the engine itself, at each position (so a sticky expression is judged as if it were global).
 */
export function findSlowText(expression: RegExp): string | null {
  const tried = new RegExp(expression.source, `${expression.flags.replace(/[gy]/g, '')}g`);
  if (!/[*+]|,\}/.test(expression.source)) return null;
  for (const { prefix, pump, suffix } of attacks(expression)) {
    const textOf = (length: number) => prefix + pump.repeat(Math.ceil(length / pump.length)) + suffix;
    const isSlow = [SHORT, MIDDLE].some((length) => leastMsOf(tried, textOf(length)) >= SUSPICIOUS_MS);
    if (isSlow || isQuadratic(tried, textOf)) {
      const texts = [prefix, pump, suffix].map((text) => JSON.stringify(text));
      return `${texts[0]} + ${texts[1]} repeated + ${texts[2]}`;
    }
  }
  return null;
}

function isQuadratic(expression: RegExp, textOf: (length: number) => string): boolean {
  const [shorter = 0] = LONG;
  if (leastMsOf(expression, textOf(shorter)) < NOTICEABLE_MS) return false;
  return LONG.some((length) =>
    // Each round compares anew: a machine that is busy now and then slows one of them down, not all.
    [1, 2, 3].every(() => {
      const ms = leastMsOf(expression, textOf(length));
      return ms >= SUSPICIOUS_MS && leastMsOf(expression, textOf(4 * length)) > GROWTH * ms;
    }),
  );
}

/** Measured again where it seems to be much, since other processes and the compiler take time too. */
function leastMsOf(expression: RegExp, text: string): number {
  let least = msOf(expression, text);
  for (let again = 0; again < 3 && least >= SUSPICIOUS_MS; again += 1)
    least = Math.min(least, msOf(expression, text));
  return least;
}

/** Of the thread's own time: other processes do not count. */
function msOf(expression: RegExp, text: string): number {
  const started = process.threadCpuUsage();
  text.replace(expression, '');
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1000;
}

interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

type Part = AST.Element | readonly AST.Character[];

interface Choice {
  /** Which of several characters or alternatives. */
  readonly pick: number;
  /** How often what may be missing or repeated is there. */
  readonly times: 0 | 1;
  /** What stands before a line's beginning. Some classes leave one of the line terminators out. */
  readonly lineStart: string;
}

const LINE_STARTS = ['\n', '\u2028', '\r', ''];

function choicesFor(expression: RegExp): Choice[] {
  return [0, 1, 2, 3].flatMap((pick) => {
    const lineStart = expression.multiline ? (LINE_STARTS[pick] as string) : '';
    return [0, 1].map((times) => ({ pick, times: times as 0 | 1, lineStart }));
  });
}

/** Hardly anything matches it. Beyond Latin-1, where the engine knows at once that some expressions cannot match. */
const FOREIGN = '\u0001\u4e00';
/** Of neighbouring parts that are repeated together. */
const LONGEST_RUN = 3;
const ALPHABET = Array.from(' a0A-_.,:;/\\"\'<>()[]{}@#*+=?!&|~^$%\t\n\r\u2028\u00a0\u00e9\u{10ffff}');

/** Texts made of the expression itself. */
function* attacks(expression: RegExp): Generator<Attack> {
  const { pattern } = parseRegExpLiteral(expression);
  const letters = lettersOf(expression);
  const seen = new Set<string>();
  // Where an alternative is bound to the beginning, something else has to stand there to reach the others.
  const prefixes = (before: string) =>
    expression.source.includes('^') ? ['', '\u0001', before] : ['', before];
  for (const choice of choicesFor(expression)) {
    for (const { before, inside, after } of partsIn(pattern.alternatives, choice, letters)) {
      if (inside === '') continue;
      const ends = ['', FOREIGN, `\u0001\n${FOREIGN}`, after, after + FOREIGN];
      for (const prefix of prefixes(before)) {
        for (const suffix of ends) {
          const key = JSON.stringify([prefix, inside, suffix]);
          if (seen.has(key)) continue;
          seen.add(key);
          yield { prefix, pump: inside, suffix };
        }
      }
    }
  }
}

interface Sample {
  readonly before: string;
  readonly inside: string;
  readonly after: string;
}

/** Each run of neighbouring parts, at each depth, with what stands before and after it. */
function* partsIn(
  alternatives: readonly AST.Alternative[],
  choice: Choice,
  letters: (raw: string) => readonly string[],
): Generator<Sample> {
  const text = (parts: readonly Part[]) => parts.map((part) => sampleOf(part, choice, letters)).join('');
  for (const { elements } of alternatives) {
    const parts = joinedLiterals(elements);
    for (let from = 0; from < parts.length; from += 1) {
      const before = text(parts.slice(0, from));
      for (let to = from + 1; to <= Math.min(parts.length, from + LONGEST_RUN); to += 1)
        yield { before, inside: text(parts.slice(from, to)), after: text(parts.slice(to)) };
      const part = parts[from] as Part;
      const inner = 'type' in part ? alternativesOf(part) : [];
      const after = text(parts.slice(from + 1));
      for (const sample of partsIn(inner, choice, letters))
        yield { before: before + sample.before, inside: sample.inside, after: sample.after + after };
    }
  }
}

function alternativesOf(element: AST.Element): readonly AST.Alternative[] {
  if (element.type === 'Quantifier') return alternativesOf(element.element);
  return 'alternatives' in element ? element.alternatives : [];
}

function joinedLiterals(elements: readonly AST.Element[]): Part[] {
  const parts: (AST.Element | AST.Character[])[] = [];
  for (const element of elements) {
    const last = parts.at(-1);
    if (element.type !== 'Character') parts.push(element);
    else if (Array.isArray(last)) last.push(element);
    else parts.push([element]);
  }
  return parts;
}

/** A text that the part matches. Assertions count as what they look at, since the text has to hold it. */
function sampleOf(part: Part, choice: Choice, letters: (raw: string) => readonly string[]): string {
  if (!('type' in part)) return part.map(({ value }) => String.fromCodePoint(value)).join('');
  const ofGroup = (alternatives: readonly AST.Alternative[]) =>
    joinedLiterals(alternatives[choice.pick % alternatives.length]?.elements ?? [])
      .map((inner) => sampleOf(inner, choice, letters))
      .join('');
  switch (part.type) {
    case 'Quantifier':
      return sampleOf(part.element, choice, letters).repeat(
        Math.max(part.min, Math.min(part.max, choice.times)),
      );
    case 'Group':
    case 'CapturingGroup':
      return ofGroup(part.alternatives);
    case 'Assertion':
      if (part.kind === 'lookahead' || part.kind === 'lookbehind')
        return part.negate && choice.times === 0 ? '' : ofGroup(part.alternatives);
      if (part.kind === 'start') return choice.lineStart;
      return '';
    case 'Character':
      return String.fromCodePoint(part.value);
    case 'Backreference':
      return '';
    default: {
      const matching = letters(part.raw);
      return matching[choice.pick % matching.length] ?? '';
    }
  }
}

/** The letters that a class matches; first those that most parts of the expression match, since overlap is what costs. */
function lettersOf(expression: RegExp): (raw: string) => readonly string[] {
  const flags = expression.flags.replace(/[gym]/g, '');
  const matchers = new Map<string, RegExp>();
  const matcherOf = (raw: string) => {
    const known = matchers.get(raw) ?? new RegExp(`^(?:${raw})$`, flags);
    matchers.set(raw, known);
    return known;
  };
  const candidates = [...new Set([...Array.from(expression.source.replace(/\\./g, '')), ...ALPHABET])];
  const raws: string[] = [];
  const collect = (node: AST.Element | AST.Alternative) => {
    if (node.type === 'Quantifier') collect(node.element);
    else if (node.type === 'Alternative') node.elements.forEach(collect);
    else if (node.type === 'CharacterClass' || node.type === 'CharacterSet') raws.push(node.raw);
    else if ('alternatives' in node) node.alternatives.forEach(collect);
  };
  parseRegExpLiteral(expression).pattern.alternatives.forEach(collect);
  const weight = new Map(
    candidates.map((letter) => [letter, raws.filter((raw) => matcherOf(raw).test(letter)).length]),
  );
  const known = new Map<string, string[]>();
  return (raw) => {
    const letters =
      known.get(raw) ??
      candidates
        .filter((letter) => matcherOf(raw).test(letter))
        .sort((a, b) => (weight.get(b) ?? 0) - (weight.get(a) ?? 0));
    known.set(raw, letters);
    return letters;
  };
}
