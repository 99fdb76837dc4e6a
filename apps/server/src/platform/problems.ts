import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  tuple: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'must be an id (UUID)',
  datetime: 'must be an instant such as 2026-11-20T16:00:00Z',
  date: 'must be a date such as 2026-11-20',
  time: 'must be a time such as 09:30',
  url: 'must be an address (URL)',
  email: 'must be an email address',
};

/** Describes what is wrong with a value, to follow its name: 'must be at most 300 characters'. */
export function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing';
      return TYPES[issue.expected] ?? NOT_VALID;
    case 'invalid_value':
      if (issue.input === undefined) return 'is missing';
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `must not have ${issue.keys.map(shorten).join(', ')}${describeKnown(issue.inst)}`;
    case 'invalid_format':
      if (issue.format === 'starts_with') return `must begin with ${String(issue.prefix)}`;
      if (issue.format === 'ends_with') return `must end with ${String(issue.suffix)}`;
      return FORMATS[issue.format] ?? NOT_VALID;
    case 'invalid_union':
      return describeChoices(issue.errors);
    default:
      return NOT_VALID;
  }
}

/** What is wrong with an input: a sentence, or the name of a field and what follows it. */
export function describeProblem(issues: readonly z.core.$ZodIssue[], whole: string): string {
  const { name, problem } = findProblem(issues);
  return isSentence(problem) ? problem : `${name || whole}: ${problem}`;
}

/** The same as a sentence for people: "'title' must be at most 300 characters." */
export function describeProblemInSentence(issues: readonly z.core.$ZodIssue[]): string {
  const { name, problem } = findProblem(issues);
  if (isSentence(problem)) return problem.endsWith('.') ? problem : `${problem}.`;
  return `${name === '' ? 'The input' : `'${name}'`} ${problem}.`;
}

const findProblem = ([issue]: readonly z.core.$ZodIssue[]) => ({
  name: issue?.path.join('.') ?? '',
  problem: issue?.message ?? NOT_VALID,
});

/** A full sentence from our schemas ('First name and last name are required') needs no field name. */
const isSentence = (problem: string): boolean => /^[A-Z].* .* /.test(problem);

/** '; known are title, startsAt': so that a program that guessed can do better. */
function describeKnown(schema: unknown): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return known.length === 0 ? '' : `; known are ${known.join(', ')}`;
}

/** Names of fields are short. A longer one is somebody's joke. */
const MAX_NAME = 40;
const shorten = (name: string): string =>
  name.length > MAX_NAME ? `${name.slice(0, MAX_NAME).toWellFormed()}…` : name;

/** The choices of a value that have its type. */
function describeChoices(choices: readonly (readonly z.core.$ZodIssue[])[]): string {
  const found = choices.flatMap(([first]) =>
    first && first.code !== 'invalid_type' ? first.message.replace(/^must be /, '') : [],
  );
  return found.length > 0 ? `must be ${[...new Set(found)].join(' or ')}` : NOT_VALID;
}

const NOT_VALID = 'is not valid';

function sized(origin: string, bound: string, size: number | bigint): string {
  const figure = size.toLocaleString('en-US');
  const unit = size === 1 ? '' : 's';
  if (origin === 'string') return `must be ${bound} ${figure} character${unit}`;
  if (['array', 'set', 'map', 'object'].includes(origin)) return `must have ${bound} ${figure} item${unit}`;
  return `must be ${bound} ${figure}`;
}
