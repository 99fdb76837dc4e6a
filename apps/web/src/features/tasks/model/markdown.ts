/**
 * The Markdown of notes as data. It is never turned into HTML, so it cannot execute anything. The public site, which is
 * rendered when the app is built, uses a library (`site/markdown.ts`). Here it would bring 16 kB of script (marked 18,
 * gzip) to a task form of 9 kB, and the calendar with its forms is 2 kB below its limit of 250 kB.
 */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em' | 'del'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

export interface ListItem {
  /** Checked or not, for checklists; null in other lists. */
  isChecked: boolean | null;
  children: Inline[];
}

export type Block =
  | { kind: 'heading'; level: number; children: Inline[] }
  | { kind: 'paragraph' | 'quote'; lines: Inline[][] }
  | { kind: 'list'; isOrdered: boolean; items: ListItem[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' };

const HEADING = /^(#{1,6})\s+(\S.*)$/;
const BULLET = /^\s*(?:[-*+]|(\d{1,4})[.)])\s+((?:\S.*)?)$/;
const CHECK = /^\[([ xX])\]\s+((?:\S.*)?)$/;
const FENCE = /^\s*```/;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

export function readMarkdown(source: string): Block[] {
  const lines = source.replaceAll('\r', '').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const takeWhile = (isPart: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && isPart(lines[at] ?? '')) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = HEADING.exec(line);
    const bullet = BULLET.exec(line);
    if (line.trim() === '') at++;
    else if (FENCE.test(line)) {
      at++;
      blocks.push({ kind: 'code', text: takeWhile((one) => !FENCE.test(one)).join('\n') });
      at++;
    } else if (heading) {
      at++;
      blocks.push({
        kind: 'heading',
        level: heading[1]?.length ?? 1,
        children: readInline(withoutClosingHashes(heading[2] ?? '')),
      });
    } else if (RULE.test(line)) {
      at++;
      blocks.push({ kind: 'rule' });
    } else if (line.startsWith('>')) {
      const quoted = takeWhile((one) => one.startsWith('>')).map((one) =>
        readInline(one.replace(/^>\s?/, '')),
      );
      blocks.push({ kind: 'quote', lines: quoted });
    } else if (bullet) {
      const isOrdered = bullet[1] !== undefined;
      const items = takeWhile((one) => {
        const match = BULLET.exec(one);
        return match !== null && (match[1] !== undefined) === isOrdered && !RULE.test(one);
      });
      blocks.push({ kind: 'list', isOrdered, items: items.map(parseItem) });
    } else {
      const first = at;
      const text = takeWhile((one) => at === first || !startsBlock(one));
      blocks.push({ kind: 'paragraph', lines: text.map(readInline) });
    }
  }
  return blocks;
}

/** The words of notes on one line. */
export function toPlainText(source: string): string {
  const toWords = (parts: readonly Inline[]): string =>
    parts.map((part) => ('text' in part ? part.text : toWords(part.children))).join('');
  return readMarkdown(source)
    .flatMap((block) => {
      if (block.kind === 'rule') return [];
      if (block.kind === 'code') return [block.text.replaceAll('\n', ' ')];
      if (block.kind === 'heading') return [toWords(block.children)];
      if (block.kind === 'list') return block.items.map(({ children }) => toWords(children));
      return block.lines.map(toWords);
    })
    .join(' ')
    .trim();
}

/** A heading may also end in hashes; a heading of hashes only keeps one. */
function withoutClosingHashes(text: string): string {
  return (
    text
      .trimEnd()
      .replace(/(?<!#)#+$/, '')
      .trimEnd() || '#'
  );
}

function startsBlock(line: string): boolean {
  return (
    line.trim() === '' ||
    line.startsWith('>') ||
    [HEADING, BULLET, FENCE, RULE].some((pattern) => pattern.test(line))
  );
}

function parseItem(line: string): ListItem {
  const text = BULLET.exec(line)?.[2] ?? '';
  const check = CHECK.exec(text);
  if (!check) return { isChecked: null, children: readInline(text) };
  return { isChecked: check[1] !== ' ', children: readInline(check[2] ?? '') };
}

/** One alternative per kind; anything else stays text. */
const INLINE =
  /`(?<code>[^`]+)`|\*\*(?<strong>(?:[^*]|\*(?!\*))+)\*\*|~~(?<del>[^~]+)~~|(?<![\p{L}\p{N}])(?:\*(?<em>[^*\s][^*]*)\*|_(?<under>[^_\s][^_]*)_)(?![\p{L}\p{N}])|\[(?<label>[^\][]+)\]\((?<href>[^()\s]+)\)|(?<url>https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'])/gu;

function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let reached = 0;
  for (const match of text.matchAll(INLINE)) {
    const part = parseInline(match.groups ?? {});
    if (!part) continue;
    if (match.index > reached) parts.push({ kind: 'text', text: text.slice(reached, match.index) });
    parts.push(part);
    reached = match.index + match[0].length;
  }
  if (reached < text.length) parts.push({ kind: 'text', text: text.slice(reached) });
  return parts;
}

function parseInline(groups: Record<string, string | undefined>): Inline | null {
  const { code, strong, del, em, under, label, href, url } = groups;
  if (code) return { kind: 'code', text: code };
  if (strong) return { kind: 'strong', children: readInline(strong) };
  if (del) return { kind: 'del', children: readInline(del) };
  if (em ?? under) return { kind: 'em', children: readInline(em ?? under ?? '') };
  if (url) return { kind: 'link', href: url, children: [{ kind: 'text', text: url }] };
  if (label && href && isSafeLink(href)) return { kind: 'link', href, children: readInline(label) };
  return null;
}

/** Other schemes can run code or open local programs. */
const isSafeLink = (href: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(href);
