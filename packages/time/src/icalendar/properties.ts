import { createByteDecoder } from './byte-decoder.ts';

/** A property: its name in upper case, its parameters by upper-case name, and its unchanged value. */
export interface Property {
  name: string;
  parameters: ReadonlyMap<string, string>;
  value: string;
  line: number;
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();
const SIMPLE = /^([A-Za-z0-9-]+):/;
const NAME = /^[A-Za-z0-9-]+$/;

/** One parameter value or a list of them. Each value is quoted as a whole or not at all. */
const PARAMETER_VALUE = /^(?:"[^"]*"|[^",]*)(?:,(?:"[^"]*"|[^",]*))*$/;

/**
 * Splits a content line (RFC 5545 §3.1). Quotes around parameter values are removed and RFC 6868's ^n, ^^ and
 * ^' decoded; several values of one parameter stay joined by commas. `property` is null if the line cannot be
 * read. `problem` describes what is wrong with the line, even if it can be read.
 */
export function readProperty(
  text: string,
  line: number,
): { property: Property | null; problem: string | null } {
  const simple = SIMPLE.exec(text);
  if (simple) {
    const name = simple[1] as string;
    const property = {
      name: name.toUpperCase(),
      parameters: NO_PARAMETERS,
      value: text.slice(name.length + 1),
      line,
    };
    return { property, problem: null };
  }
  const nameEnd = text.search(/[;:]/);
  if (nameEnd < 0) return { property: null, problem: `Not a property: ${excerpt(text)}` };
  const name = text.slice(0, nameEnd).trim().toUpperCase();
  if (!NAME.test(name)) return { property: null, problem: `Not a property name: ${excerpt(text)}` };
  const parameters = new Map<string, string>();
  let problem: string | null = null;
  let at = nameEnd;
  while (text[at] === ';') {
    const end = parameterEnd(text, at + 1);
    if (end < 0) {
      const missing = `${name} has no value: ${excerpt(text)}`;
      // 'TZID="Europe/Berlin:20200609T090000"': the closing quote is misplaced.
      const unquoted = text.includes('"') ? readProperty(text.replaceAll('"', ''), line).property : null;
      return { property: unquoted, problem: missing };
    }
    const part = text.slice(at + 1, end);
    const equals = part.indexOf('=');
    const value = part.slice(equals + 1);
    if (equals < 1) problem ??= `${name} has a parameter without a name: ${excerpt(text)}`;
    else if (!PARAMETER_VALUE.test(value))
      problem ??= `${name} has quotes inside a parameter: ${excerpt(text)}`;
    if (equals > 0)
      parameters.set(part.slice(0, equals).trim().toUpperCase(), decodeCaret(value.replaceAll('"', '')));
    at = end;
  }
  return { property: { name, parameters, value: text.slice(at + 1), line }, problem };
}

/** The end of a parameter: the next ";" or ":" outside quotes; -1 if there is none. */
function parameterEnd(text: string, from: number): number {
  let isQuoted = false;
  for (let i = from; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (char === 34) isQuoted = !isQuoted;
    else if (!isQuoted && (char === 58 || char === 59)) {
      // "CN=Joe Bob\: Magician" is not allowed, but the colon clearly belongs to the name.
      if (text.charCodeAt(i - 1) !== 92) return i;
    }
  }
  return -1;
}

function decodeCaret(value: string): string {
  if (!value.includes('^')) return value;
  return value.replace(/\^([n^'])/g, (_, code: string) => (code === 'n' ? '\n' : code === "'" ? '"' : '^'));
}

/** TEXT (RFC 5545 §3.3.11): "\n", "\,", "\;", "\\" and, as many programs write, "\:" and '\"'. */
export function unescapeText(value: string): string {
  if (!value.includes('\\')) return value;
  return value.replace(/\\([nN\\,;:"])/g, (_, char: string) => (char === 'n' || char === 'N' ? '\n' : char));
}

/**
 * The value of a text property, including vCalendar 1.0's encoding (ENCODING=QUOTED-PRINTABLE, in UTF-8 or
 * Latin-1).
 */
export function textValue(property: Property): string {
  if (property.parameters.get('ENCODING')?.toUpperCase() !== 'QUOTED-PRINTABLE')
    return unescapeText(property.value);
  const text = property.value.replace(/(?:=[0-9A-Fa-f]{2})+/g, (codes) => {
    const decoder = createByteDecoder();
    const bytes = Uint8Array.from(codes.slice(1).split('='), (code) => Number.parseInt(code, 16));
    return decoder.decode(bytes) + decoder.end();
  });
  return text.replaceAll('\r\n', '\n');
}

export function escapeText(value: string): string {
  return value
    .replace(/\r\n?/g, '\n')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** Splits a list of TEXT values at unescaped commas. */
export function splitTexts(value: string): string[] {
  return (value.match(/(?:\\.|[^,\\]|\\$)+/gs) ?? [])
    .map((item) => unescapeText(item).trim())
    .filter(Boolean);
}

export function excerpt(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
