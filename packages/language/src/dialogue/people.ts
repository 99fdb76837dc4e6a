import type { DialogueData, Person } from './data.ts';
import { isNamed } from './matching.ts';

export interface NamedPeople {
  readonly known: readonly Person[];
  /** Names without an address. */
  readonly unknown: readonly string[];
  /** A name that more than one person has. */
  readonly ambiguous: { readonly name: string; readonly people: readonly Person[] } | null;
}

/** Who is meant by names: people met before, or addresses. */
export function findPeople(names: readonly string[], { people }: Pick<DialogueData, 'people'>): NamedPeople {
  const known: Person[] = [];
  const unknown: string[] = [];
  let ambiguous: NamedPeople['ambiguous'] = null;
  for (const name of names) {
    const either = name.split(/ or /i);
    if (either.length > 1) {
      const each = either.map((one) => findPeople([one], { people }).known[0]);
      const met = each.flatMap((person) => person ?? []);
      if (met.length === either.length) ambiguous ??= { name, people: met };
      else unknown.push(name);
      continue;
    }
    const fitting = people.filter((person) => isNamed(name, person));
    const asked = name.trim().toLowerCase();
    const exact = fitting.filter((person) => person.name.toLowerCase() === asked);
    // 'Lee' is Lee Chan before Sam Lee.
    const byFirstName = fitting.filter((person) => person.name.toLowerCase().startsWith(`${asked} `));
    const [first, second] = exact.length > 0 ? exact : byFirstName.length > 0 ? byFirstName : fitting;
    if (isAddress(name.trim())) known.push({ name: first?.name ?? '', email: name.trim() });
    else if (!first) unknown.push(name);
    else if (second) ambiguous ??= { name, people: fitting };
    else known.push(first);
  }
  return { known, unknown, ambiguous };
}

/** Whether a text looks like a mail address. */
export function isAddress(text: string): boolean {
  const [name = '', host = '', ...more] = text.split('@');
  return name !== '' && host.includes('.') && more.length === 0 && !text.includes(' ');
}
