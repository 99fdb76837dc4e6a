import {
  type EventLocation,
  type EventType,
  type EventTypeChange,
  eventTypeDefaults,
  type NewEventType,
} from '@dayloom/contracts';
import { findDayNumber } from '@dayloom/time';
import { days, findProblem } from '#ui/day-windows.ts';

/** An event type while it is edited. */
export type Draft = NewEventType;

const LONGEST_SLUG = 60;

export const newDraft = (): Draft => ({ ...eventTypeDefaults, slug: '', title: '', durations: [30] });

export function toDraft({ _id, url: _url, version: _version, ...fields }: EventType): Draft {
  return fields;
}

/** The end of the address for a title: `Café & talk` becomes `cafe-talk`. */
export function toSlug(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_SLUG)
    .replace(/^-|-$/g, '');
}

/** A copy under a title and an address that no other event type has. */
export function toCopy(eventType: EventType, all: readonly EventType[]): Draft {
  const taken = new Set(all.map(({ slug }) => slug));
  const slugs = [1, ...all.map((_, index) => index + 2)].map((number) => {
    const end = number === 1 ? '-copy' : `-copy-${number}`;
    return `${eventType.slug.slice(0, LONGEST_SLUG - end.length)}${end}`;
  });
  const slug = slugs.find((one) => !taken.has(one)) ?? '';
  return { ...toDraft(eventType), slug, title: `${eventType.title.slice(0, 110)} (copy)` };
}

export function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Only the changed fields, and the version that they were made from. */
export function toChange(edited: EventType, draft: Draft): EventTypeChange {
  const before = toDraft(edited);
  const changed = Object.entries(draft).filter(
    ([name, value]) => !isSame(value, before[name as keyof Draft]),
  );
  return { ...Object.fromEntries(changed), version: edited.version };
}

export const emptyLocations: Readonly<Record<EventLocation['kind'], EventLocation>> = {
  none: { kind: 'none' },
  place: { kind: 'place', text: '' },
  link: { kind: 'link', url: '' },
  phone: { kind: 'phone' },
  conference: { kind: 'conference' },
};

/** Problems by the path of their field, as the server names them. */
export type Problems = Readonly<Record<string, string>>;

/** What each part of the form gets. */
export interface EditorProps {
  readonly draft: Draft;
  readonly problems: Problems;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The problems that can be found without the server; empty if the draft can be sent. */
export function findProblems(draft: Draft): Problems {
  const { title, slug, durations, location, hours, overrides, questions } = draft;
  const dates = overrides.map(({ date }) => date);
  const problems: [path: string, problem: string | null][] = [
    ['title', title.trim() ? null : 'Enter a title'],
    ['slug', slug.trim() ? null : 'Enter the end of the address'],
    ['durations', durations.length > 0 ? null : 'Choose a length'],
    ['location.text', location.kind === 'place' && !location.text.trim() ? 'Enter a place' : null],
    ['location.url', location.kind === 'link' && !location.url.trim() ? 'Enter an address' : null],
    ...days.map((day): [string, string | null] => [`hours.${day}`, findProblem(hours?.[day] ?? [])]),
    ...overrides.flatMap(({ date, windows }, index): [string, string | null][] => [
      [
        `overrides.${index}.date`,
        findDayNumber(date) === null
          ? 'Enter a date'
          : dates.indexOf(date) < index
            ? 'This date is already in the list'
            : null,
      ],
      [`overrides.${index}.windows`, findProblem(windows)],
    ]),
    ...questions.flatMap(({ label, kind, choices }, index): [string, string | null][] => [
      [`questions.${index}.label`, label.trim() ? null : 'Enter a question'],
      [`questions.${index}.choices`, kind === 'choice' && choices.length === 0 ? 'Enter the choices' : null],
    ]),
  ];
  return Object.fromEntries(problems.filter((one): one is [string, string] => one[1] !== null));
}

/** The problem of a field or of a part of it. */
export function problemAt(problems: Problems, path: string): string | undefined {
  return Object.entries(problems).find(([name]) => name === path || name.startsWith(`${path}.`))?.[1];
}
