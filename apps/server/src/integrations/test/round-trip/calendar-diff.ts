import ICAL from 'ical.js';

type JCalProperty = [name: string, parameters: Record<string, unknown>, type: string, ...values: unknown[]];
type JCalComponent = [name: string, properties: JCalProperty[], components: JCalComponent[]];

/** One component of a calendar object: its properties and inner components, each as comparable text. */
export interface Part {
  readonly key: string;
  readonly uid: string;
  /** The text of RECURRENCE-ID; '' without one. */
  readonly recurrenceId: string;
  readonly properties: ReadonlyMap<string, readonly string[]>;
}

/** Every program changes these with every write. */
const VOLATILE = new Set(['dtstamp', 'last-modified', 'sequence', 'prodid']);

/**
 * Splits a calendar object into parts, with a parser that the product does not use. Kind, UID and
 * RECURRENCE-ID identify a part.
 */
export function readParts(text: string): Part[] {
  const parsed = parse(text) as JCalComponent | JCalComponent[];
  const calendars = typeof parsed[0] === 'string' ? [parsed as JCalComponent] : (parsed as JCalComponent[]);
  const counts = new Map<string, number>();
  return calendars.flatMap((calendar) => [
    toPart(['vcalendar', calendar[1], []], counts),
    // The order of several versions of an instance means nothing, so SEQUENCE orders them.
    ...calendar[2]
      .toSorted((one, other) => getSequence(one) - getSequence(other))
      .map((component) => toPart(component, counts)),
  ]);
}

/** The parser drops a rule that it cannot read, so such a rule is compared as text. */
function parse(text: string): unknown {
  try {
    return ICAL.parse(text);
  } catch {
    return ICAL.parse(text.replaceAll(/^RRULE/gim, 'X-RRULE'));
  }
}

function getSequence([, properties]: JCalComponent): number {
  return Number(properties.find(([name]) => name === 'sequence')?.[3] ?? 0);
}

function toPart([name, properties, components]: JCalComponent, counts: Map<string, number>): Part {
  const value = (wanted: string) => {
    const found = properties.find(([each]) => each === wanted)?.[3] ?? '';
    return typeof found === 'string' ? found : JSON.stringify(found);
  };
  const id = [name, value('uid') || value('tzid'), value('recurrence-id')].join(' ');
  const count = (counts.get(id) ?? 0) + 1;
  counts.set(id, count);
  const byName = Map.groupBy(
    properties.filter(([each]) => !VOLATILE.has(each)),
    ([each]) => each,
  );
  const texts = new Map(
    [...byName].map(([each, all]) => [each, all.map((one) => JSON.stringify(one)).sort()] as const),
  );
  const within = components.map((component) => JSON.stringify(component)).sort();
  return {
    key: count === 1 ? id : `${id} #${count}`,
    uid: value('uid'),
    recurrenceId: value('recurrence-id'),
    properties: new Map([...texts, ...(within.length > 0 ? ([['components', within]] as const) : [])]),
  };
}

/** The differences between two states of an object that `allows` does not permit, one line each. */
export function differences(
  before: readonly Part[],
  after: readonly Part[],
  allows: (part: Part, property: string | null) => boolean = () => false,
): string[] {
  const [was, is] = [
    new Map(before.map((part) => [part.key, part])),
    new Map(after.map((part) => [part.key, part])),
  ];
  const found: string[] = [];
  for (const part of before) {
    const now = is.get(part.key);
    if (now) found.push(...propertyDifferences(part, now, allows));
    else if (!allows(part, null)) found.push(`${part.key}: gone`);
  }
  // After a split of an object, the second one has a new head.
  const isHead = ({ uid }: Part) => uid === '';
  const isHeadless = !before.some(isHead);
  for (const part of after)
    if (!was.has(part.key) && !allows(part, null) && !(isHeadless && isHead(part)))
      found.push(`${part.key}: new`);
  return found;
}

export function propertyDifferences(
  before: Part,
  after: Part,
  allows: (part: Part, property: string) => boolean,
): string[] {
  const names = new Set([...before.properties.keys(), ...after.properties.keys()]);
  return [...names].flatMap((name) => {
    const [left, right] = [before.properties.get(name) ?? [], after.properties.get(name) ?? []];
    if (left.join('\n') === right.join('\n') || allows(before, name)) return [];
    return [`${before.key}: ${name}: ${left.join(' | ') || '(none)'} -> ${right.join(' | ') || '(none)'}`];
  });
}
