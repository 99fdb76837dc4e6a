/** Twilio's default keywords, each as the whole message, in any case. */
const KEYWORDS = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
  start: ['START', 'YES', 'UNSTOP'],
  help: ['HELP', 'INFO'],
} as const;

export type Keyword = keyof typeof KEYWORDS;

/** What a reply asks for; null when it is no keyword. A full stop or spaces around it do not matter. */
export function readKeyword(text: string): Keyword | null {
  const word = text
    .trim()
    .toUpperCase()
    .replace(/[.!"']/g, '');
  for (const [keyword, words] of Object.entries(KEYWORDS) as [Keyword, readonly string[]][])
    if (words.includes(word)) return keyword;
  return null;
}
