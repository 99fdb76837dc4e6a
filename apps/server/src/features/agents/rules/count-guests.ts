import type { ChatCard } from '@dayloom/contracts';

interface Preview {
  readonly cards: readonly ChatCard[];
  readonly concerns: readonly string[];
}

/**
 * How many people changes would notify: guests before and after a change, each once per card, and at least one for a
 * change that says it concerns others.
 */
export function countGuests(previews: readonly Preview[]): number {
  return previews.reduce((sum, { cards, concerns }) => {
    const named = cards.reduce((count, card) => count + countOnCard(card), 0);
    return sum + Math.max(named, concerns.includes('people') ? 1 : 0);
  }, 0);
}

function countOnCard(card: ChatCard): number {
  if (card.kind === 'meeting') return card.attendees.length;
  if (card.kind !== 'event' || card.change === null) return 0;
  const people = [...card.event.attendees, ...(card.before?.attendees ?? [])];
  return new Set(people.map(({ email }) => email.toLowerCase())).size;
}
