import { decodeHtmlEntities } from './html-entities.ts';

/** A tag has letters after `<` or is a closing tag, so `a < b` is not a tag. */
const TAG = /<[/!]?[a-z][^<>]*>/gi;

/**
 * Converts Google's description, which may be HTML, into plain text. Breaks and paragraphs become lines;
 * other markup is dropped.
 */
export function htmlToText(html: string): string {
  if (!/[<&]/.test(html)) return html;
  const text = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<br\s*\/?>(?:\r?\n)?/gi, '\n')
    .replace(/<li\b[^<>]*>/gi, '- ')
    .replace(/<\/(?:p|div|li|ul|ol|tr|h[1-6]|blockquote)\s*>/gi, '\n')
    .replace(TAG, '');
  return decodeHtmlEntities(text);
}

/**
 * Escapes plain text for Google's description only when it would otherwise be read back as different text.
 */
export function textToHtml(text: string): string {
  if (htmlToText(text) === text) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const MARKUP =
  /<\/?(?:a|b|br|div|em|font|h[1-6]|html|i|li|ol|p|span|strong|table|tbody|td|tr|u|ul)(?:\s[^<>]*)?\/?>/i;
const LINK = /<a\b[^<>]{0,500}\bhref=["']([^"'<>]{1,500})["'][^<>]{0,500}>([^<>]{0,200})<\/a>/gi;

/** A description as it is read out. Calendar files can contain HTML as well; the addresses of its links are kept. */
export function toReadableDescription(description: string): string {
  if (!MARKUP.test(description)) return description;
  const linked = description.replace(LINK, (_link, address: string, label: string) =>
    label.trim() === '' || label.trim() === address ? address : `${label} (${address})`,
  );
  return htmlToText(linked)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
