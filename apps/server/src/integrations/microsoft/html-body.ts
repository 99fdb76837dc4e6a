import { decodeHtmlEntities } from '#features/calendar/model/html-entities.ts';

/** Length limit of an entity, so that a text full of `&` is read in one pass. */
const LONGEST_ENTITY = 34;
const BLOCKS = new Set(
  'address article aside blockquote body center dd div dl dt footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const UNSHOWN = new Set(['head', 'script', 'style', 'title']);
/** Outlook puts a line of underscores before and after the block of an online meeting. */
const SEPARATOR = /^_{20,}$/;

/**
 * A character of the text with its position in the HTML. A line break from a block element has no length
 * there.
 */
interface Char {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The text of an event's HTML, without the block of its online meeting, whose link is shown separately. */
export function extractText(html: string): string {
  return toText(readBody(html).chars);
}

/**
 * Replaces the text of the HTML. Unchanged text keeps its markup, and the block of an online meeting stays.
 */
export function htmlWithText(html: string, wanted: string): string {
  const { chars: all, meeting, bodyFrom } = readBody(html);
  const chars = all.slice(0, all.findLastIndex((char) => char.text.trim() !== '') + 1);
  const text = meeting ? withoutMeetingText(wanted) : wanted;
  const [before, after] = [chars.map((char) => char.text), text.trimEnd().split('')];
  const { head, tail } = unchangedWords(before, after);
  const replaced = chars.slice(head, chars.length - tail);
  const at = (replaced.find(isInHtml) ?? chars.slice(0, head).findLast(isInHtml))?.[
    replaced.some(isInHtml) ? 'from' : 'to'
  ];
  const inPlace = spliced(html, replaced, at ?? bodyFrom, after.slice(head, after.length - tail).join(''));
  if (isSameText(extractText(inPlace), text)) return inPlace;
  return spliced(html, chars, bodyFrom, text);
}

/** How many characters at the start and at the end of the text stay. A word that changes is replaced whole. */
function unchangedWords(
  before: readonly string[],
  after: readonly string[],
): { readonly head: number; readonly tail: number } {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  while (isInWord(before, head) || isInWord(after, head)) head -= 1;
  let tail = 0;
  while (tail < most - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  while (isInWord(before, before.length - tail) || isInWord(after, after.length - tail)) tail -= 1;
  return { head, tail };
}

/** Whether the position is inside a word. */
function isInWord(chars: readonly string[], position: number): boolean {
  const isLetter = (index: number) => /\S/.test(chars[index] ?? ' ');
  return isLetter(position - 1) && isLetter(position);
}

/** Removes the block of the online meeting. Outlook writes one into every new meeting. */
export function htmlWithoutMeeting(html: string): string {
  const { meeting } = readBody(html);
  if (!meeting) return html;
  let [before, after] = [html.slice(0, meeting.from), html.slice(meeting.to)];
  // Also removes elements that contain nothing else.
  for (;;) {
    const opening = before.slice(Math.max(0, before.lastIndexOf('<')));
    const [, name] = /^<([a-z][a-z0-9]*)(?:\s[^<>]*)?>$/i.exec(opening) ?? [];
    const closing = name === undefined ? '' : `</${name}>`;
    if (closing === '' || !after.toLowerCase().startsWith(closing.toLowerCase())) break;
    before = before.slice(0, before.length - opening.length);
    after = after.slice(closing.length);
  }
  return before.replace(/<br ?\/?>$/i, '') + after;
}

function toText(chars: readonly Char[]): string {
  return chars
    .map(({ text }) => text)
    .join('')
    .trimEnd();
}

function isInHtml({ from, to }: Char): boolean {
  return to > from;
}

function isSameText(left: string, right: string): boolean {
  const words = (text: string) =>
    text
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim();
  return words(left) === words(right);
}

/** Removes the block from a text. An older description may still contain it as text. */
function withoutMeetingText(text: string): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => SEPARATOR.test(line.trim()));
  const last = lines.findLastIndex((line) => SEPARATOR.test(line.trim()));
  return first < last ? [...lines.slice(0, first), ...lines.slice(last + 1)].join('\n') : text;
}

function spliced(html: string, removed: readonly Char[], at: number, text: string): string {
  const inserted = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('  ', ' &nbsp;')
    .replaceAll('\n', '<br>');
  let [result, done, isIn] = ['', 0, false];
  for (const { from, to } of removed.filter(isInHtml)) {
    if (!isIn && from >= at) {
      result += html.slice(done, at) + inserted;
      [done, isIn] = [at, true];
    }
    result += html.slice(done, from);
    done = to;
  }
  if (!isIn) {
    result += html.slice(done, Math.max(at, done)) + inserted;
    done = Math.max(at, done);
  }
  return result + html.slice(done);
}

interface Body {
  readonly chars: readonly Char[];
  /** From the first to the last underscore around the block. */
  readonly meeting: { readonly from: number; readonly to: number } | null;
  /** Where the content begins. */
  readonly bodyFrom: number;
}

function readBody(html: string): Body {
  const { chars, bodyFrom } = readChars(html);
  const lines: { from: number; to: number }[] = [];
  let start = 0;
  for (let index = 0; index <= chars.length; index += 1) {
    if (index < chars.length && chars[index]?.text !== '\n') continue;
    lines.push({ from: start, to: index });
    start = index + 1;
  }
  const separators = lines.filter(({ from, to }) => SEPARATOR.test(toText(chars.slice(from, to)).trim()));
  const [first, last] = [separators[0], separators.at(-1)];
  const [opening, closing] = [first && chars[first.from], last && chars[last.to - 1]];
  if (!first || !last || first === last || !opening || !closing) return { chars, meeting: null, bodyFrom };
  const isMeeting = /meetup-join|teams\.(?:microsoft|live)\.com|skype\.com/i.test(
    html.slice(opening.from, closing.to),
  );
  if (!isMeeting) return { chars, meeting: null, bodyFrom };
  return {
    chars: [...chars.slice(0, first.from), ...chars.slice(last.to)],
    meeting: { from: opening.from, to: closing.to },
    bodyFrom,
  };
}

/** Reads the HTML in one pass. White space becomes one space; breaks and blocks become lines. */
function readChars(html: string): { chars: Char[]; bodyFrom: number } {
  const lower = html.toLowerCase();
  const chars: Char[] = [];
  let bodyFrom = 0;
  let position = 0;
  let isItem = false;
  const push = (text: string, from: number, to: number) => {
    if (isItem) {
      isItem = false;
      chars.push({ text: '-', from, to: from }, { text: ' ', from, to: from });
    }
    chars.push({ text, from, to });
  };
  const isLineStart = () => chars.length === 0 || chars.at(-1)?.text === '\n';
  while (position < html.length) {
    const char = html[position] ?? '';
    const tag = char === '<' ? readTag(html, lower, position) : null;
    if (tag) {
      const { name, isClosing, to } = tag;
      if (BLOCKS.has(name) && !isLineStart()) chars.push({ text: '\n', from: position, to: position });
      if (name === 'br') chars.push({ text: '\n', from: position, to });
      if (name === 'li') isItem = !isClosing;
      if (name === 'body' && !isClosing) bodyFrom = to;
      position = to;
      if (UNSHOWN.has(name) && !isClosing) {
        const end = lower.indexOf(`</${name}`, position);
        position = end < 0 ? html.length : end;
      }
      continue;
    }
    const entity = char === '&' ? readEntity(html, position) : null;
    if (entity) push(entity.text, position, entity.to);
    else if (!/\s/.test(char)) push(char, position, position + 1);
    else if (!isLineStart() && chars.at(-1)?.text !== ' ') push(' ', position, position + 1);
    position = entity ? entity.to : position + 1;
  }
  return { chars, bodyFrom };
}

function readTag(
  html: string,
  lower: string,
  at: number,
): { name: string; isClosing: boolean; to: number } | null {
  if (html.startsWith('<!--', at)) {
    const end = html.indexOf('-->', at + 4);
    return { name: '!', isClosing: false, to: end < 0 ? html.length : end + 3 };
  }
  const [, slash, name] = /^<(\/?)([a-z][a-z0-9:]{0,20}|!|\?)/.exec(lower.slice(at, at + 24)) ?? [];
  if (name === undefined) return null;
  let quote = '';
  let position = at + 1;
  for (; position < html.length; position += 1) {
    const char = html[position] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') break;
  }
  return { name, isClosing: slash === '/', to: Math.min(position + 1, html.length) };
}

function readEntity(html: string, at: number): { text: string; to: number } | null {
  const [whole] = /^&#?[a-z0-9]+;/i.exec(html.slice(at, at + LONGEST_ENTITY)) ?? [];
  if (whole === undefined) return null;
  const text = decodeHtmlEntities(whole);
  return text === whole ? null : { text, to: at + whole.length };
}
