/** Decodes a stream of bytes. `end` returns the text of incomplete sequences. */
export interface ByteDecoder {
  decode(bytes: Uint8Array): string;
  end(): string;
}

/** 0x80..0x9F of windows-1252, which files labelled Latin-1 often use. */
const WINDOWS_1252 = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d,
  0x17d, 0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a,
  0x153, 0x9d, 0x17e, 0x178,
];
const CHUNK = 8192;

/**
 * Decodes UTF-8 and UTF-16, the latter detected by its byte order mark or by the zero bytes of the first
 * letters. Bytes that are not valid UTF-8 are read as windows-1252, one by one: a Latin-1 file needs no
 * label, and one bad line does not spoil the others. We do not use `TextDecoder` because it is not part of
 * the language and rejects or replaces such bytes.
 */
export function createByteDecoder(): ByteDecoder {
  let inner: ByteDecoder | null = null;
  let waiting = new Uint8Array(0);
  const start = (): ByteDecoder => {
    const [a, b, c] = waiting;
    if (a === 0xff && b === 0xfe) return utf16(false, 2);
    if (a === 0xfe && b === 0xff) return utf16(true, 2);
    if (a === 0xef && b === 0xbb && c === 0xbf) return utf8(3);
    if (a === 0 && b !== undefined && b !== 0) return utf16(true, 0);
    if (b === 0 && a !== undefined && a !== 0) return utf16(false, 0);
    return utf8(0);
  };
  return {
    decode(bytes) {
      if (inner) return inner.decode(bytes);
      waiting = joined(waiting, bytes);
      if (waiting.length < 3) return '';
      inner = start();
      return inner.decode(waiting);
    },
    end() {
      if (inner) return inner.end();
      inner = start();
      return inner.decode(waiting) + inner.end();
    },
  };
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function utf16(isBigEndian: boolean, skip: number): ByteDecoder {
  let rest = new Uint8Array(0);
  let toSkip = skip;
  return {
    decode(bytes) {
      const all = joined(rest, bytes).subarray(toSkip);
      toSkip = 0;
      const even = all.length - (all.length % 2);
      rest = all.slice(even);
      const units = new Uint16Array(even / 2);
      for (let i = 0; i < units.length; i += 1) {
        const [first, second] = [all[2 * i] as number, all[2 * i + 1] as number];
        units[i] = isBigEndian ? first * 256 + second : second * 256 + first;
      }
      return toText(units, units.length);
    },
    end: () => '',
  };
}

function utf8(skip: number): ByteDecoder {
  let rest = new Uint8Array(0);
  let toSkip = skip;
  const decode = (input: Uint8Array, isLast: boolean): string => {
    const bytes = (rest.length > 0 ? joined(rest, input) : input).subarray(toSkip);
    toSkip = 0;
    const units = new Uint16Array(bytes.length);
    let length = 0;
    let i = 0;
    while (i < bytes.length) {
      const byte = bytes[i] as number;
      if (byte < 0x80) {
        units[length++] = byte;
        i += 1;
        continue;
      }
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      const point = codePoint(bytes, i, size);
      if (point === 'cut' && !isLast) break;
      if (typeof point !== 'number') {
        units[length++] = byte >= 0xa0 ? byte : (WINDOWS_1252[byte - 0x80] as number);
        i += 1;
      } else {
        if (point > 0xffff) {
          units[length++] = 0xd800 + ((point - 0x10000) >> 10);
          units[length++] = 0xdc00 + ((point - 0x10000) & 0x3ff);
        } else units[length++] = point;
        i += size;
      }
    }
    rest = bytes.slice(i);
    return toText(units, length);
  };
  return { decode: (bytes) => decode(bytes, false), end: () => decode(new Uint8Array(0), true) };
}

/** The code point of a sequence; 'cut' if only its end is missing, 'invalid' if it is not UTF-8. */
function codePoint(bytes: Uint8Array, at: number, size: number): number | 'cut' | 'invalid' {
  const lead = bytes[at] as number;
  if (lead < 0xc2 || lead > 0xf4) return 'invalid';
  let point = lead & (size === 2 ? 0x1f : size === 3 ? 0x0f : 0x07);
  for (let i = 1; i < size; i += 1) {
    const byte = bytes[at + i];
    if (byte === undefined) return 'cut';
    if ((byte & 0xc0) !== 0x80) return 'invalid';
    point = (point << 6) | (byte & 0x3f);
  }
  const isOverlong = (size === 3 && point < 0x800) || (size === 4 && point < 0x10000);
  return isOverlong || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? 'invalid' : point;
}

function toText(units: Uint16Array, length: number): string {
  let text = '';
  for (let i = 0; i < length; i += CHUNK) {
    text += String.fromCharCode(...units.subarray(i, Math.min(length, i + CHUNK)));
  }
  return text;
}
