import type { DialogueData } from './data.ts';
import { findPeople, isAddress } from './people.ts';
import { readCompanions } from './references.ts';
import { toOneLine, trimEnd } from './trimming.ts';

/** Guests that are listed apart from what is planned: 'review at 3, cc Lee', 'lunch (guests: ana@example.org)'. */

const LIST =
  /[\s,;(]{1,3}(?:(?:and|with|also|please) ){0,3}(?:(?:b?cc|copying)(?: in)?:?|(?:guests?|attendees?|invitees?|participants?):|(?<=(?:and|also|,) )copy(?: in)?) ((?:with |to )?.{2,200})$/i;

/** What is planned, and the guests of a list behind it; null without such a list. */
export function splitGuestList(
  clause: string,
  data: DialogueData,
): { readonly text: string; readonly people: readonly string[] } | null {
  const match = LIST.exec(clause);
  if (!match?.[1]) return null;
  const listed = match[1].replace(/^(?:with|to) /i, '').replace(/\)/g, '');
  const { people, rest } = readCompanions(` with ${listed}`);
  const { known, ambiguous } = findPeople(people, data);
  // 'copy the handouts' lists nobody.
  if (known.length === 0 && !ambiguous) return null;
  return { text: toOneLine(`${clause.slice(0, match.index)} ${rest}`), people };
}

const toAddress = (word: string): string => trimEnd(word.replaceAll(/[,;()<>"]/g, ''));

/** The mail addresses of a text. */
export const listAddresses = (text: string): string[] =>
  text
    .split(/[\s,;()<>"]/)
    .map(toAddress)
    .filter(isAddress);

const JOINT = /^(?:and|with|for|to|plus|invite|inviting|[+&])$/i;

/** The title without mail addresses and what joins them; null if nothing is left. */
export function withoutAddresses(title: string): string | null {
  const kept: string[] = [];
  for (const word of title.split(' ')) {
    if (!isAddress(toAddress(word))) kept.push(word);
    else while (JOINT.test(kept.at(-1) ?? '')) kept.pop();
  }
  return trimEnd(kept.join(' ')) || null;
}
