import { decodeHTMLStrict } from 'entities/decode';

/** Replaces HTML's character references by their characters, no-break spaces by spaces. Unknown references stay. */
export function decodeHtmlEntities(html: string): string {
  return decodeHTMLStrict(html.replace(/&(?:nbsp|#160|#xa0);/gi, ' '));
}
