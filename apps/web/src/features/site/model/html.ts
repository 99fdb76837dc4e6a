/** Trusted markup; plain strings are escaped when they are inserted. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | false | null | readonly (Html | string)[];

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + toHtml(values[index - 1] ?? null) + part));
}

function toHtml(value: Value): string {
  if (value instanceof Html) return value.text;
  if (value === false || value === null) return '';
  if (typeof value === 'object') return value.map(toHtml).join('');
  return escapeHtml(String(value));
}
