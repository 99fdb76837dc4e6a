import { Marked, type Token, type Tokens } from 'marked';
import type { Heading } from '../src/features/site/model/content.ts';
import { escapeHtml, Html } from '../src/features/site/model/html.ts';

/** Text below a heading, for the search; without a heading it is the page's beginning. */
export interface Section {
  readonly heading: Heading | null;
  readonly text: string;
}

export interface Document {
  /** The `name: value` lines between the two `---` at the top. */
  readonly facts: Readonly<Record<string, string>>;
  /** The first heading of the first level, which is not part of the body. */
  readonly title: string | null;
  readonly body: Html;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

/** Tables with as many columns are lists of rows where they have little room: each cell names its column. */
const MANY_COLUMNS = 4;

interface Options {
  /** The address of a link; null makes it plain text. */
  readonly resolve: (href: string) => string | null;
}

/** Reads Markdown (CommonMark with GitHub's tables) of our own: its HTML is trusted. */
export function readMarkdown(source: string, { resolve }: Options): Document {
  const text = source.replaceAll('\r', '');
  const [, head = '', rest = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const headings: Heading[] = [];
  const ids = new Set<string>();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const plain = toText(tokens);
        const id = uniqueId(plain, ids);
        headings.push({ id, text: plain, level: depth });
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(plain)}">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const address = resolve(href);
        return address === null ? inner : `<a href="${escapeHtml(address)}">${inner}</a>`;
      },
      // Wide code and tables scroll by themselves, with the keyboard too.
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table(token) {
        const isWide = token.header.length >= MANY_COLUMNS;
        const row = (cells: readonly Tokens.TableCell[], tag: string) => {
          const toCell = ({ tokens, text }: Tokens.TableCell, column: number) => {
            // An empty corner is no header of anything.
            const name = text === '' ? 'td' : tag;
            const label = isWide && tag === 'td' ? toText(token.header[column]?.tokens ?? []) : '';
            const attributes = `${name === 'th' ? ' scope="col"' : ''}${label && ` data-label="${escapeHtml(label)}"`}`;
            return `<${name}${attributes}>${this.parser.parseInline(tokens)}</${name}>`;
          };
          return `<tr>${cells.map(toCell).join('')}</tr>`;
        };
        const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table${isWide ? ' by-rows' : ''}" role="group" aria-label="Table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(rest);
  const at = tokens.findIndex((token) => token.type === 'heading' && token['depth'] === 1);
  const title = at < 0 ? null : toText((tokens[at] as Tokens.Heading).tokens);
  const body = tokens.filter((token, index) => index !== at && token.type !== 'html');
  const html = marked.parser(body);
  return {
    facts: readFacts(head),
    title,
    body: new Html(html),
    headings,
    sections: listSections(body, headings),
  };
}

/** Not YAML: a title may contain a colon. */
function readFacts(head: string): Record<string, string> {
  return Object.fromEntries(
    head.split('\n').flatMap((line) => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : [];
    }),
  );
}

/** `[a, b]` or `a, b`. */
export function readList(fact: string | undefined): string[] {
  return (fact ?? '')
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function listSections(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const sections: { heading: Heading | null; text: string }[] = [{ heading: null, text: '' }];
  let next = 0;
  for (const token of tokens) {
    if (token.type === 'heading') {
      sections.push({ heading: headings[next] ?? null, text: '' });
      next += 1;
    } else {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${toText([token])}`.trim();
    }
  }
  return sections.filter(({ heading, text }) => heading !== null || text !== '');
}

/** The words of tokens, without markup. */
function toText(tokens: readonly Token[]): string {
  return joinText(tokens).replaceAll(/\s+/g, ' ').trim();
}

function joinText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].flatMap((cells) => cells.map((cell) => joinText(cell.tokens))).join(' ');
      }
      if (token.type === 'list')
        return (token as Tokens.List).items.map((item) => joinText(item.tokens)).join(' ');
      if (token.type === 'html') return '';
      if (token.type === 'space' || token.type === 'br') return ' ';
      if ('tokens' in token && token.tokens) return joinText(token.tokens);
      return 'text' in token ? String(token.text) : '';
    })
    .join('');
}

/** Ids like GitHub's, so that links into sections work there and here. */
function uniqueId(text: string, taken: Set<string>): string {
  const stem =
    text
      .replaceAll('{product}', 'Dayloom')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-') || 'section';
  let id = stem;
  for (let count = 1; taken.has(id); count += 1) id = `${stem}-${count}`;
  taken.add(id);
  return id;
}
