import type { ChatCard } from '@dayloom/contracts';

/** How many people would be told of what the cards show: guests before and after the change, each once per card. */
export function countGuests(cards: readonly ChatCard[]): number {
  return cards.reduce((sum, card) => sum + countOfCard(card), 0);
}

function countOfCard(card: ChatCard): number {
  if (card.kind === 'meeting') return card.attendees.length;
  if (card.kind !== 'event' || card.change === null) return 0;
  const people = [...card.event.attendees, ...(card.before?.attendees ?? [])];
  return new Set(people.map(({ email }) => email.toLowerCase())).size;
}
