import type { Command } from '#ui/commands.ts';

/** Shorter queries match too many labels by their letters alone. */
const MIN_TO_GUESS = 3;

/** Commands under one heading, best first. */
export interface CommandGroup {
  name: string;
  commands: Command[];
}

/**
 * The commands that match every word of the query, grouped. First come labels with words that begin with it,
 * then labels that contain it, then labels that have its letters in order (`clndr`). A page whose name begins
 * with the query comes before everything. Among equals, what belongs to no page (undo, help) comes last.
 */
export function listCommands(commands: readonly Command[], query: string): CommandGroup[] {
  const words = splitWords(query);
  const ranked = commands
    .filter((command) => !command.isHidden)
    .map((command) => ({ command, rank: matchesName(command, words) ? -1 : rank(command, words) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank || Number(isGeneral(a.command)) - Number(isGeneral(b.command)));
  return [...Map.groupBy(ranked, ({ command }) => command.group)].map(([name, found]) => ({
    name,
    commands: found.map(({ command }) => command),
  }));
}

const NO_MATCH = 4;

const isGeneral = ({ group }: Command) => group === 'General';

/** The same order for what a search has found, of which nothing is left out: notes may hold the words. */
export function sortFinds(finds: readonly Command[], query: string): Command[] {
  const words = splitWords(query);
  const ranks = new Map(finds.map((find) => [find, rank(find, words)]));
  return finds.toSorted((a, b) => (ranks.get(a) ?? NO_MATCH) - (ranks.get(b) ?? NO_MATCH));
}

const splitWords = (query: string) => query.trim().toLowerCase().split(/\s+/).filter(Boolean);

const matchesName = ({ label }: Command, words: readonly string[]) =>
  words.length > 0 &&
  label
    .toLowerCase()
    .replace(/^go to /, '')
    .startsWith(words.join(' '));

/** The distance between a command and the query: that of the worst word. */
function rank({ label, keywords = '', group }: Command, words: readonly string[]): number {
  const title = label.toLowerCase();
  const parts = title.split(/[^\p{L}\p{N}#]+/u);
  const rest = `${keywords} ${group}`.toLowerCase();
  return Math.max(
    0,
    ...words.map((word) => {
      if (parts.some((part) => part.startsWith(word))) return 0;
      if (title.includes(word)) return 1;
      if (rest.includes(word)) return 2;
      const isGuess = word.length >= MIN_TO_GUESS && [...parts, ...rest.split(/\s+/)].some(hasInOrder(word));
      return isGuess ? 3 : NO_MATCH;
    }),
  );
}

/** Whether the letters occur in this order and the first one matches. */
const hasInOrder = (word: string) => (part: string) => {
  if (part[0] !== word[0]) return false;
  let reached = 0;
  for (const letter of part) if (letter === word[reached]) reached++;
  return reached === word.length;
};
