const LONGEST = 80;

/** Unique file names for calendars, valid on every operating system. */
export function createFileNames(): (name: string, ending: string) => string {
  const taken = new Set<string>();
  return (name, ending) => {
    const stem =
      name
        .normalize('NFC')
        .replace(/[^\p{L}\p{N} ._-]+/gu, '')
        .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
        .slice(0, LONGEST) || 'calendar';
    let candidate = `${stem}${ending}`;
    for (let number = 2; taken.has(candidate.toLowerCase()); number++)
      candidate = `${stem} ${number}${ending}`;
    taken.add(candidate.toLowerCase());
    return candidate;
  };
}
