import { escapeHtml, Html } from '../components/html.ts';

export interface Document {
  /** The `name: value` lines between the two `---` at the top. */
  facts: Readonly<Record<string, string>>;
  body: Html;
}

/**
 * Parses the subset of Markdown that our own texts use: headings, paragraphs, lists, quotes, links, emphasis
 * and code. Replaces `{product}` with the product's name.
 */
export function readMarkdown(source: string, productName: string): Document {
  const text = source.replaceAll('\r', '').replaceAll('{product}', productName);
  const [, head = '', rest = text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const facts = Object.fromEntries(
    head.split('\n').flatMap((line) => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at).trim(), line.slice(at + 1).trim()]] : [];
    }),
  );
  const blocks = rest.trim().split(/\n{2,}/);
  return { facts, body: new Html(blocks.map(parseBlock).join('\n')) };
}

function parseBlock(block: string): string {
  const heading = /^(#{1,4}) (.+)$/.exec(block);
  if (heading) {
    const level = heading[1]?.length ?? 2;
    return `<h${level}>${inline(heading[2] ?? '')}</h${level}>`;
  }
  const lines = block.split('\n');
  if (lines.every((line) => /^(- | {2})/.test(line))) return list('ul', block, /^- /m);
  if (lines.every((line) => /^(\d+\. | {3})/.test(line))) return list('ol', block, /^\d+\. /m);
  if (lines.every((line) => line.startsWith('> ')))
    return `<blockquote><p>${inline(lines.map((line) => line.slice(2)).join(' '))}</p></blockquote>`;
  return `<p>${inline(lines.join(' '))}</p>`;
}

function list(tag: 'ul' | 'ol', block: string, bullet: RegExp): string {
  const items = block.split(bullet).filter((item) => item.trim() !== '');
  return `<${tag}>${items.map((item) => `<li>${inline(item.replace(/\n\s*/g, ' ').trim())}</li>`).join('')}</${tag}>`;
}

function inline(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]+)\*/g, '<em>$1</em>')
    .replace(/\[([^\][]+)\]\(((?:https:\/\/|\/|#|mailto:)[^()\s]*)\)/g, '<a href="$2">$1</a>');
}
