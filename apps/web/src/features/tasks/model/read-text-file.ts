/** Why a file or a list cannot be read, in a sentence for the person who chose it. */
export class UnreadableTasks extends Error {}

/** Characters that no text has: pictures, archives and documents are full of them. */
const BINARY = /[^\P{Cc}\s]/gu;
const MAX_BINARY = 0.001;

/**
 * The text of a file: UTF-8, UTF-16 with a byte order mark (Windows' 'Unicode'), or else Windows-1252, in which every
 * byte is a character. Refuses what is not text.
 */
export function readTextFile(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  if (isLittle || isBig) return new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes);
  const text = decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
  const binary = text.match(BINARY)?.length ?? 0;
  if (text.includes('\0') || binary > text.length * MAX_BINARY)
    throw new UnreadableTasks(
      'This is not a text file. Choose a CSV, JSON, Markdown or text file; unpack a zip first.',
    );
  return text;
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    // More could follow: a file that was cut off may end within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    // A cut-off character at the end may be an 'é' in Windows-1252, unless another character shows that this is UTF-8.
    const isWhole = (bytes.at(-1) ?? 0) < 0x80;
    return isWhole || /[^\p{ASCII}]/u.test(text) ? text : null;
  } catch {
    return null;
  }
}
