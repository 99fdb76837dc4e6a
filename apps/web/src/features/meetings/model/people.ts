export interface Person {
  readonly email: string;
  readonly name: string;
}

interface ParsedPeople {
  readonly people: readonly Person[];
  /** Parts that are not an address, as they were typed. */
  readonly unreadable: readonly string[];
}

const isAddress = (text: string): boolean => /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/.test(text);

/** Parses addresses as in the header of a mail: `Ada <ada@x.org>, "Byron, Bo" <bo@x.org>; cy@x.org`. */
export function parsePeople(text: string): ParsedPeople {
  const people: Person[] = [];
  const unreadable: string[] = [];
  for (const part of splitList(text)) {
    const named = /^(.*)<([^<>]*)>$/s.exec(part);
    const words = part.split(/\s+/);
    if (named?.[2] && isAddress(named[2].trim()))
      people.push({ email: named[2].trim(), name: toName(named[1] ?? '') });
    else if (words.every(isAddress)) people.push(...words.map((email) => ({ email, name: '' })));
    else unreadable.push(part);
  }
  return { people, unreadable };
}

/** The parts between commas, semicolons and line ends, but for those in quotes. */
function splitList(text: string): string[] {
  const parts = text.match(/(?:"[^"\n]*"|[^,;\n"]|")+/g) ?? [];
  return parts.map((part) => part.trim()).filter(Boolean);
}

const toName = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/s, '$1')
    .replace(/\s+/g, ' ');

/** All of them, each address once. */
export function addPeople(people: readonly Person[], more: readonly Person[]): Person[] {
  const known = new Map(people.map((person) => [person.email.toLowerCase(), person]));
  for (const person of more) {
    const key = person.email.toLowerCase();
    if (!known.has(key)) known.set(key, person);
  }
  return [...known.values()];
}

export const toLabel = ({ name, email }: Person): string => name || email;
