import type { Command } from '../../ui/commands.ts';

/** The commands that contain every word of the query, best first: where the label begins with it, then the rest. */
export function findCommands(commands: readonly Command[], query: string): Command[] {
  const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const offered = commands.filter((command) => !command.isHidden);
  if (words.length === 0) return offered;
  return offered
    .filter((command) => {
      const text = `${command.label} ${command.keywords ?? ''} ${command.group}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => rank(a, words) - rank(b, words));
}

function rank({ label }: Command, words: readonly string[]): number {
  const parts = label.toLowerCase().split(/\s+/);
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 0 : 1;
}
