import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import { type AST, parseRegExpLiteral, visitRegExpAST } from '@eslint-community/regexpp';
import { parseSync } from 'vite';
import { Verdicts } from './verdicts.ts';

export interface FoundExpression {
  /** `FILE:LINE` */
  readonly where: string;
  /** Null if parts of the expression are known only at run time. */
  readonly expression: RegExp | null;
}

/** A comment on or before the line of an expression that says why its input is short. */
const EXEMPTION = /\/\/ short-input: \S/;

/** Tests and their tools, which never process untrusted text. */
const isTest = (file: string) => /\.(?:test|spec|contract)\.tsx?$|[\\/]test[\\/]/.test(file);

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly callee?: { readonly name?: string };
  readonly arguments?: readonly { readonly value?: unknown }[];
}

/** Every regular expression of a source file without an exemption. */
export function readExpressions(file: string, text: string): FoundExpression[] {
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
      readExpressions(file.replaceAll(path.sep, '/'), readFileSync(path.join(root, file), 'utf8')),
    );
}

/**
 * The expressions that our modules construct while they are loaded, such as those assembled from constants.
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

/** The modules that construct expressions while they are loaded. */
const CONSTRUCTED_IN = 'packages/language/src/';
const constructs = () => constructedBy(() => import('../packages/language/src/index.ts'));

/** To judge all expressions takes 17 seconds. A verdict depends on this file, the engine and the parser. */
function openVerdicts(root: string): Verdicts {
  const sources = [import.meta.filename, path.join(root, 'package-lock.json')];
  const version = [process.versions.v8, ...sources.map((file) => readFileSync(file, 'utf8'))].join('\n');
  return new Verdicts(path.join(root, 'node_modules/.cache/dayloom/linear-expressions.json'), version);
}

/** Every expression of the repository that needs more than linear time or cannot be checked. */
export async function listSlowExpressions(root: string): Promise<string[]> {
  const problems: string[] = [];
  const verdicts = openVerdicts(root);
  const judged = new Set<string>();
  const judge = (expression: RegExp, where: string) => {
    if (judged.has(String(expression))) return;
    judged.add(String(expression));
    verdicts.passes(String(expression), () => {
      const text = findSlowText(expression);
      if (text) problems.push(`${where}: ${expression} takes more than linear time, as for ${text}`);
      return text === null;
    });
  };
  for (const { where, expression } of listExpressions(root)) {
    if (expression) judge(expression, where);
    else if (!where.startsWith(CONSTRUCTED_IN))
      problems.push(`${where}: an expression that is made at run time cannot be judged`);
  }
  for (const expression of await constructs()) judge(expression, CONSTRUCTED_IN);
  verdicts.save();
  return problems;
}

/** Enough repetitions to show exponential time, and few enough to finish. */
const FEW = 20;
/** Repetitions that show quadratic time; more than bounded repeats in our expressions allow. */
const MANY = 300;
/** If the steps per repetition grow less than this, the text needs no closer check. */
const LINEAR = 3;
/** The growth of steps for four times the text: 4 is linear, 16 quadratic. */
const GROWTH = 9;

/**
 * A short description of a text on which the expression needs more than linear time, or null. The texts
 * repeat what parts of the expression match, after a prefix that leads to that part and before a suffix that
 * makes the match fail. Every start position is tried, so a sticky expression is checked as if it were
 * global. The engine's steps are counted, so that the result does not depend on the load of the machine.
 */
export function findSlowText(expression: RegExp): string | null {
  if (!/[*+]|,\}/.test(expression.source)) return null;
  return countingSteps(() => {
    const counter = new StepCounter(expression);
    for (const { prefix, pump, suffix } of attacks(expression)) {
      if (!isSlow(counter, (times) => prefix + pump.repeat(times) + suffix)) continue;
      const texts = [prefix, pump, suffix].map((text) => JSON.stringify(text));
      return `${texts[0]} + ${texts[1]} repeated + ${texts[2]}`;
    }
    return null;
  });
}

function isSlow(counter: StepCounter, toText: (times: number) => string): boolean {
  const few = toText(FEW);
  const fewSteps = counter.count(few, 20 * few.length ** 2, CLOSELY);
  if (fewSteps === Infinity) return true;
  const text = toText(MANY);
  if (counter.count(text, LINEAR * (MANY / FEW) * fewSteps, ROUGHLY) < Infinity) return false;
  const steps = counter.count(text, MANY * text.length, CLOSELY);
  return steps === Infinity || counter.count(toText(4 * MANY), GROWTH * steps, CLOSELY) === Infinity;
}

/** Turned off, every backtracking step is counted; otherwise the engine combines some. */
const OPTIMIZATION = 'regexp-optimization';

function countingSteps<Result>(judge: () => Result): Result {
  setFlagsFromString(`--no-${OPTIMIZATION}`);
  setFlagsFromString('--allow-natives-syntax');
  try {
    return judge();
  } finally {
    setFlagsFromString('--no-allow-natives-syntax');
    setFlagsFromString(`--${OPTIMIZATION}`);
  }
}

/** The possible error factors of a count. */
const ROUGHLY = 4;
const CLOSELY = 1.2;

/** Limits within this factor of each other are searched by halves. */
const GALLOP = 4;

/** Counts the backtracking steps of the engine: the smallest of a series of limits that is enough. */
class StepCounter {
  readonly #source: string;
  readonly #flags: string;
  readonly #limited = new Map<number, RegExp>();

  constructor(expression: RegExp) {
    // It always matches, at the latest at the end, so no match means that the limit was too low.
    this.#source = `(?:${withCountedSteps(expression)})|(?![^])`;
    this.#flags = `${expression.flags.replace(/[gy]/g, '')}g`;
  }

  /** The steps of all matches in the text together, or infinity if there are more than `most`. */
  count(text: string, most: number, factor: number): number {
    let steps = 0;
    for (let at = 0; at <= text.length; ) {
      const found = this.#findEnough(text, at, most - steps, factor);
      if (found === null) return Infinity;
      steps += found.limit;
      at = found.match.index + Math.max(found.match[0].length, 1);
    }
    return steps;
  }

  /** The smallest limit that is enough. Those beyond it cost as much as it does, those before as they allow. */
  #findEnough(
    text: string,
    at: number,
    most: number,
    factor: number,
  ): { limit: number; match: RegExpExecArray } | null {
    let match = this.#match(text, at, MIN_LIMIT);
    if (match) return { limit: MIN_LIMIT, match };
    const limits = getLimits(most, factor);
    let [low, high] = [0, 0];
    while (!match) {
      if (high === limits.length - 1) return null;
      low = high + 1;
      const next = limits.findIndex((limit) => limit >= GALLOP * limits[high]!);
      high = next === -1 ? limits.length - 1 : Math.max(next, low);
      match = this.#match(text, at, limits[high]!);
    }
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = this.#match(text, at, limits[middle]!);
      if (found) [match, high] = [found, middle];
      else low = middle + 1;
    }
    return { limit: limits[high]!, match };
  }

  #match(text: string, at: number, limit: number): RegExpExecArray | null {
    const known = this.#limited.get(limit);
    const expression = known ?? limited(this.#source, this.#flags, limit);
    if (!known) this.#limited.set(limit, expression);
    expression.lastIndex = at;
    return expression.exec(text);
  }
}

const MIN_LIMIT = 8;

/** Rising limits, each `factor` times the one before, up to `most`. */
function getLimits(most: number, factor: number): number[] {
  const limits = [MIN_LIMIT];
  for (let limit = MIN_LIMIT; limit < most; limits.push(limit))
    limit = Math.min(Math.ceil(limit * factor), most);
  return limits;
}

/** An expression that finds nothing if it needs more backtracking steps than the limit. */
const limited = (source: string, flags: string, limit: number): RegExp =>
  runInThisContext('(source, flags, limit) => %NewRegExpWithBacktrackLimit(source, flags, limit)')(
    source,
    flags,
    limit,
  );

/**
 * An equivalent expression in which every step is counted. The engine leaves a repeat of single characters in
 * one step unless something must be checked after each of them. The positions of a greedy repeat in a
 * lookahead or lookbehind are discarded without steps when it succeeds; a lazy one takes a step for each.
 */
function withCountedSteps(expression: RegExp): string {
  const inserted = new Map<number, string>();
  const insert = (at: number, text: string) => inserted.set(at, (inserted.get(at) ?? '') + text);
  let depth = 0;
  visitRegExpAST(parseRegExpLiteral(expression), {
    onAssertionEnter: () => (depth += 1),
    onAssertionLeave: () => (depth -= 1),
    onQuantifierEnter: ({ element }) => insert(element.start, '(?:'),
    onQuantifierLeave({ element, greedy, end }) {
      insert(element.end, '(?=))');
      if (depth > 0 && greedy) insert(end, '?');
    },
  });
  const literal = `/${expression.source}/`;
  return Array.from({ length: literal.length }, (_, at) => `${inserted.get(at) ?? ''}${literal[at]}`)
    .join('')
    .slice(1, -1);
}

interface Attack {
  readonly prefix: string;
  readonly pump: string;
  readonly suffix: string;
}

type Part = AST.Element | readonly AST.Character[];

interface Choice {
  /** The index of the chosen character or alternative. */
  readonly pick: number;
  /** Whether optional and repeated parts are present. */
  readonly times: 0 | 1;
  /** The character before a line start. Some classes exclude one of the line terminators. */
  readonly lineStart: string;
}

const LINE_STARTS = ['\n', '\u2028', '\r', ''];

function choicesFor(expression: RegExp): Choice[] {
  return [0, 1, 2, 3].flatMap((pick) => {
    const lineStart = expression.multiline ? (LINE_STARTS[pick] as string) : '';
    return [0, 1].map((times) => ({ pick, times: times as 0 | 1, lineStart }));
  });
}

/** Matched by almost nothing. Outside Latin-1, as the engine optimises impossible matches there. */
const FOREIGN = '\u0001\u4e00';
/** The most neighbouring parts that are repeated together. */
const LONGEST_RUN = 3;
const ALPHABET = Array.from(' a0A-_.,:;/\\"\'<>()[]{}@#*+=?!&|~^$%\t\n\r\u2028\u00a0\u00e9\u{10ffff}');

/** Texts derived from the expression itself. */
function* attacks(expression: RegExp): Generator<Attack> {
  const { pattern } = parseRegExpLiteral(expression);
  const letters = listLetters(expression);
  const seen = new Set<string>();
  // If an alternative is bound to the start, other text must come first to reach the others.
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

/** Each run of neighbouring parts, at every depth, with what comes before and after it. */
function* partsIn(
  alternatives: readonly AST.Alternative[],
  choice: Choice,
  letters: (raw: string) => readonly string[],
): Generator<Sample> {
  const text = (parts: readonly Part[]) => parts.map((part) => createSample(part, choice, letters)).join('');
  for (const { elements } of alternatives) {
    const parts = joinedLiterals(elements);
    for (let from = 0; from < parts.length; from += 1) {
      const before = text(parts.slice(0, from));
      for (let to = from + 1; to <= Math.min(parts.length, from + LONGEST_RUN); to += 1)
        yield { before, inside: text(parts.slice(from, to)), after: text(parts.slice(to)) };
      const part = parts[from] as Part;
      const inner = 'type' in part ? listAlternatives(part) : [];
      const after = text(parts.slice(from + 1));
      for (const sample of partsIn(inner, choice, letters))
        yield { before: before + sample.before, inside: sample.inside, after: sample.after + after };
    }
  }
}

function listAlternatives(element: AST.Element): readonly AST.Alternative[] {
  if (element.type === 'Quantifier') return listAlternatives(element.element);
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

/** A text that matches the part. Assertions count as what they look at, since the text must contain it. */
function createSample(part: Part, choice: Choice, letters: (raw: string) => readonly string[]): string {
  if (!('type' in part)) return part.map(({ value }) => String.fromCodePoint(value)).join('');
  const sampleGroup = (alternatives: readonly AST.Alternative[]) =>
    joinedLiterals(alternatives[choice.pick % alternatives.length]?.elements ?? [])
      .map((inner) => createSample(inner, choice, letters))
      .join('');
  switch (part.type) {
    case 'Quantifier':
      return createSample(part.element, choice, letters).repeat(
        Math.max(part.min, Math.min(part.max, choice.times)),
      );
    case 'Group':
    case 'CapturingGroup':
      return sampleGroup(part.alternatives);
    case 'Assertion':
      if (part.kind === 'lookahead' || part.kind === 'lookbehind')
        return part.negate && choice.times === 0 ? '' : sampleGroup(part.alternatives);
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

/**
 * The letters that a class matches, those first that most parts of the expression match: overlap makes an
 * expression slow.
 */
function listLetters(expression: RegExp): (raw: string) => readonly string[] {
  const flags = expression.flags.replace(/[gym]/g, '');
  const matchers = new Map<string, RegExp>();
  const createMatcher = (raw: string) => {
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
    candidates.map((letter) => [letter, raws.filter((raw) => createMatcher(raw).test(letter)).length]),
  );
  const known = new Map<string, string[]>();
  return (raw) => {
    const letters =
      known.get(raw) ??
      candidates
        .filter((letter) => createMatcher(raw).test(letter))
        .sort((a, b) => (weight.get(b) ?? 0) - (weight.get(a) ?? 0));
    known.set(raw, letters);
    return letters;
  };
}
