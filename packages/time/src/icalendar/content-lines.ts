/** An unfolded line of an iCalendar file (RFC 5545 §3.1) with the number of its first physical line, from 1. */
export interface ContentLine {
  text: string;
  line: number;
  /** What is wrong with the line itself; null if nothing is. */
  problem: string | null;
}

/** An inline attachment may be long. Longer lines are cut, so that one line cannot fill the memory. */
export const LONGEST_LINE = 1_000_000;

/** A physical line that starts a property: a name, then ";" or ":". Some producers quote or indent it. */
const PROPERTY_START = /^\s*"?[A-Za-z0-9][A-Za-z0-9_.-]*"?\s*[;:]/;
const DELIMITER =
  /^\s*(?:BEGIN|END)\s*:\s*(?:VCALENDAR|VEVENT|VTODO|VJOURNAL|VFREEBUSY|VTIMEZONE|VALARM|STANDARD|DAYLIGHT)\s*$/i;

/** A name without a value. Mozilla Calendar used to fold before the colon: "VERSION", then " :2.0". */
const BARE_NAME = /^[A-Za-z][A-Za-z0-9-]*\s*$/;
/** Multi-line text properties that some exporters forget to fold. */
const PROSE = /^(?:DESCRIPTION|SUMMARY|LOCATION|COMMENT|CONTACT|X-(?=[A-Z0-9-]*DESC)[A-Z0-9-]*)[;:]/i;
/** Properties that end such text. "Passcode: 123" and "https://..." only look like properties. */
const KNOWN_NAME =
  /^(?:X-[A-Z0-9-]+|ATTACH|ATTENDEE|CALSCALE|CATEGORIES|CLASS|COLOR|COMMENT|COMPLETED|CONFERENCE|CONTACT|CREATED|DESCRIPTION|DTEND|DTSTAMP|DTSTART|DUE|DURATION|EXDATE|EXRULE|GEO|IMAGE|LAST-MODIFIED|LOCATION|ORGANIZER|PERCENT-COMPLETE|PRIORITY|RDATE|RECURRENCE-ID|RELATED-TO|REQUEST-STATUS|RESOURCES|RRULE|SEQUENCE|STATUS|SUMMARY|TRANSP|UID|URL)[;:]/i;
const QUOTED_PRINTABLE = /^[A-Za-z0-9-]+;(?=[^:]*QUOTED-PRINTABLE)[^:]*:/i;

/**
 * Joins folded lines. Accepts text in pieces of any size; lines end in CRLF, LF, CR or CRCRLF. Lines of a
 * description that were broken without folding are joined to it again as line breaks, with a problem.
 */
export function createUnfolder(onLine: (line: ContentLine) => void): {
  push(text: string): void;
  end(): void;
} {
  let pending = '';
  /**
   * Pieces without a line end. They are joined to `pending` only occasionally, as each join copies all of it.
   */
  let pieces: string[] = [];
  let piecesSize = 0;
  let lineNumber = 0;
  let parts: string[] = [];
  let size = 0;
  let current: ContentLine | null = null;
  // Computed once per line: its beginning may be long, and thousands of lines may follow.
  let isProse = false;
  let isQuotedPrintable = false;
  /** A line with only a name: the next line decides what it is. */
  let bareName: string | null = null;

  const flush = () => {
    if (current) onLine({ ...current, text: parts.length === 1 ? (parts[0] as string) : parts.join('') });
    current = null;
  };
  const append = (text: string) => {
    if (!current) return;
    const room = LONGEST_LINE - size;
    if (text.length > room)
      current.problem ??= `Line is longer than ${LONGEST_LINE} characters; the rest was skipped`;
    const kept = text.length > room ? text.slice(0, room) : text;
    if (kept !== '') parts.push(kept);
    size += kept.length;
  };
  const open = (text: string) => {
    flush();
    current = { text: '', line: lineNumber, problem: null };
    parts = [];
    size = 0;
    isProse = PROSE.test(text);
    isQuotedPrintable = QUOTED_PRINTABLE.test(text);
    append(text);
  };
  const isDelimiter = () => parts.length === 1 && DELIMITER.test(parts[0] as string);
  const joinProse = (text: string) => {
    append(`\\n${text}`);
    if (current) current.problem ??= `Line ${lineNumber} is not folded; joined to the property before it`;
  };
  const unfolded = (text: string) => {
    const last = parts.at(-1) ?? '';
    if (!current || isDelimiter() || DELIMITER.test(text)) open(text);
    else if (last.endsWith('=') && isQuotedPrintable) {
      parts[parts.length - 1] = last.slice(0, -1);
      append(text);
    } else if (isProse && !(current.problem ? KNOWN_NAME : PROPERTY_START).test(text)) joinProse(text);
    else open(text);
  };
  const physical = (text: string) => {
    lineNumber += 1;
    if (text === '') return;
    const first = text.charCodeAt(0);
    const isFolded = first === 32 || first === 9;
    // A line of blanks may continue a folded value; anywhere else it is ignored.
    if (text.trim() === '' && (!isFolded || !current || bareName !== null || isDelimiter())) return;
    if (bareName !== null) {
      const name = bareName;
      bareName = null;
      lineNumber -= 1;
      if (isFolded && /^\s*[;:]/.test(text)) open(name.trim());
      else unfolded(name);
      lineNumber += 1;
    }
    if (isFolded) {
      // An indented "BEGIN:" or "END:" is a component and not part of a value, and cannot be continued.
      if (!current || DELIMITER.test(text) || isDelimiter()) open(text.trimStart());
      else
        append(
          text.slice(
            parts.length === 1 && /^\s+[;:]/.test(text) && BARE_NAME.test(parts[0] ?? '')
              ? text.search(/[;:]/)
              : 1,
          ),
        );
    } else if (BARE_NAME.test(text)) bareName = text;
    else unfolded(text);
  };

  return {
    push(text) {
      pieces.push(text);
      piecesSize += text.length;
      if (piecesSize < LONGEST_LINE / 8 && !text.includes('\n')) return;
      takePieces();
      let from = 0;
      for (;;) {
        const feed = pending.indexOf('\n', from);
        if (feed < 0) break;
        const piece = pending.slice(
          from,
          feed > from && pending.charCodeAt(feed - 1) === 13 ? feed - 1 : feed,
        );
        // A lone CR also ends a line (old Macintosh). CRCRLF gives an empty line, which is ignored.
        if (piece.includes('\r')) piece.split('\r').forEach(physical);
        else physical(piece);
        from = feed + 1;
      }
      pending = pending.slice(from);
      if (pending.length > LONGEST_LINE / 8) drainLongLine();
    },
    end() {
      takePieces();
      for (const piece of pending.split('\r')) physical(piece);
      pending = '';
      if (bareName !== null) unfolded(bareName);
      bareName = null;
      flush();
    },
  };

  function takePieces(): void {
    pending += pieces.join('');
    pieces = [];
    piecesSize = 0;
  }

  /** Without a line feed, either lines end in CR or one line is huge. Neither may accumulate. */
  function drainLongLine(): void {
    const lastReturn = pending.lastIndexOf('\r', pending.length - 2);
    if (lastReturn >= 0) {
      for (const piece of pending.slice(0, lastReturn).split('\r')) physical(piece);
      pending = pending.slice(lastReturn + 1);
    } else if (pending.length > 2 * LONGEST_LINE) pending = pending.slice(0, 2 * LONGEST_LINE);
  }
}
