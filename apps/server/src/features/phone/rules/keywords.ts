/** Twilio's default keywords. Each must be the whole message; case is ignored. */
const KEYWORDS = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;

export type Keyword = keyof typeof KEYWORDS;

/** The keyword of a reply, or null. Surrounding spaces and punctuation are ignored. */
export function readKeyword(text: string): Keyword | null {
  const word = text
    .trim()
    .toUpperCase()
    .replace(/[.!"']/g, '');
  for (const [keyword, words] of Object.entries(KEYWORDS) as [Keyword, readonly string[]][])
    if (words.includes(word)) return keyword;
  return null;
}

/** The number of an answer to a reminder, or null. */
export function readReply(text: string): '1' | '2' | '3' | null {
  const [, number] = /^\s*([123])[.!)]?\s*$/.exec(text) ?? [];
  return (number as '1' | '2' | '3' | undefined) ?? null;
}
