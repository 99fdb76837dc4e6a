import { readFileSync } from 'node:fs';
import { readTimes } from '../../packages/language/src/time-expressions/read-times.ts';
import { type Intent, SLOTS } from '../../packages/language/src/understanding/labels.ts';
import type { SlotContext } from '../../packages/language/src/understanding/slot-features.ts';
import { markTimes } from '../../packages/language/src/understanding/time-marks.ts';
import { suggestTitle } from '../../packages/language/src/understanding/title-patterns.ts';
import { toClass } from '../../packages/language/src/understanding/word-classes.ts';
import { toWords, type Word } from '../../packages/language/src/understanding/words.ts';
import { createRandom } from './random.ts';
import { FILLINGS, TEMPLATES } from './templates.ts';

/** A row of the public data: a request, the intents that are right for it, and its words by slot. */
export interface Row {
  readonly id: string;
  readonly text: string;
  readonly intent: Intent;
  readonly accept: readonly Intent[];
  readonly slots: Readonly<Record<string, readonly string[]>>;
}

export interface Example extends SlotContext {
  readonly row: Row;
  /** The name before the dash of the id: 'clinc'. */
  readonly source: string;
  /** The label of each word; null if the row does not say. */
  readonly labels: readonly string[] | null;
  /** Rows of some sources name no title although they have one. */
  readonly hasTitle: boolean;
}

/** Any moment: which words are times does not depend on it. */
const NOW = Date.UTC(2026, 10, 23, 9);

export function readRows(file: string): Row[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

export function toExample(row: Row): Example {
  const { text, slots } = row;
  const words = toWords(text);
  const marks = markTimes(words, readTimes(text, { now: NOW, isMonthFirst: true }));
  return {
    row,
    source: row.id.split('-')[0] ?? '',
    text,
    words,
    marks,
    suggested: suggestTitle(words, marks),
    intent: chooseIntent(row, words),
    labels:
      Object.keys(slots).length > 0
        ? labelSaid(
            words.map((word) => word.text),
            slots,
          )
        : null,
    hasTitle: 'title' in slots,
  };
}

/** Classes of verbs, and the intents that they say. */
const SAID_BY: Readonly<Record<string, readonly Intent[]>> = {
  REMOVE: ['delete_event', 'delete_task'],
  DONE: ['complete_task'],
  CHANGE: ['update_event'],
};

/**
 * Chooses the right intent by the words: sources have one label for all changes of a calendar or a list,
 * and one for free rooms and new meetings.
 */
function chooseIntent({ text, intent, accept }: Row, words: readonly Word[]): Intent {
  if (accept.length === 1) return intent;
  if (accept.includes('set_reminder') && /\bremind/i.test(text)) return 'set_reminder';
  const classes = words.map((word) => toClass(word.text));
  const verb =
    classes.find((one) => ['ADD', 'PLAN', 'REMIND', 'REMOVE', 'CHANGE', 'DONE'].includes(one)) ?? '';
  const said = SAID_BY[verb]?.find((one) => accept.includes(one));
  if (said) return said;
  const isAboutFreeTime =
    classes.includes('FREE') && !/^(?:ADD|PLAN)$/.test(verb) && accept.includes('find_free_time');
  return isAboutFreeTime ? 'find_free_time' : intent;
}

/** Finds the words of each slot in the text; null if some are not there as they were said. */
function labelSaid(words: readonly string[], slots: Row['slots']): string[] | null {
  const labels = words.map(() => 'O');
  for (const slot of SLOTS) {
    for (const said of slots[slot] ?? []) {
      const wanted = toWords(said).map(({ text }) => text);
      const from = words.findIndex((_, at) =>
        wanted.every((word, index) => words[at + index] === word && labels[at + index] === 'O'),
      );
      if (from === -1 || wanted.length === 0) return null;
      for (const index of wanted.keys()) labels[from + index] = `${index === 0 ? 'B' : 'I'} ${slot}`;
    }
  }
  return labels;
}

/** What a place of a template says. */
const SLOT_OF_FILLING: Readonly<Record<string, string>> = {
  event: 'title',
  'an event': 'title',
  title: 'title',
  task: 'title',
  item: 'title',
  person: 'attendees',
  place: 'location',
  amount: 'duration',
  when: 'when',
  clock: 'time',
  weekday: 'date',
};

/** Requests made of the templates, each template so many times. Another seed fills them with other words. */
export function makeExamples(each: number, seed: number): Example[] {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  return Object.entries(TEMPLATES).flatMap(([intent, templates]) =>
    templates.flatMap((template) =>
      Array.from({ length: each }, () => fillTemplate(template, intent as Intent, pick)),
    ),
  );
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly slot: string;
}

function fillTemplate(
  template: string,
  intent: Intent,
  pick: <Item>(items: readonly Item[]) => Item,
): Example {
  let chosen = template;
  while (/\[[^[\]]*\]/.test(chosen))
    chosen = chosen.replace(/\[([^[\]]*)\]/, (_, choices: string) => pick(choices.split('|')));
  let text = '';
  const places: Place[] = [];
  for (const part of chosen.split(/(\{[^}]*\})/)) {
    const name = /^\{(.*)\}$/.exec(part)?.[1];
    if (name === undefined) {
      text += part;
      continue;
    }
    const filling = pick(FILLINGS[name] ?? ['']);
    const said = / (?:on|at|to|for|in) $/.test(text) ? filling.replace(/^(?:on|at|in|from) /, '') : filling;
    const article = name === 'an event' ? (/^an? /.exec(said)?.[0].length ?? 0) : 0;
    places.push({
      from: text.length + article,
      to: text.length + said.length,
      slot: SLOT_OF_FILLING[name] ?? '',
    });
    text += said;
  }
  const accept: Intent[] = intent === 'set_reminder' ? ['set_reminder', 'create_task'] : [intent];
  const example = toExample({ id: 'template', text, intent, accept, slots: {} });
  return { ...example, intent, labels: labelPlaces(example, places), hasTitle: true };
}

function labelPlaces({ words, marks }: Example, places: readonly Place[]): string[] {
  let before = '';
  return words.map(({ text, from, to }, at) => {
    const place = places.find((one) => from >= one.from && to <= one.to);
    const isLead = before === '' && /^(?:on|at|in|from|next|this)$/.test(text);
    const kind = marks[at] === 'date' || toClass(text) === 'DAY' ? 'date' : 'time';
    const slot = place?.slot === 'when' ? (marks[at] && !isLead ? kind : undefined) : place?.slot;
    if (!place || !slot) {
      before = '';
      return 'O';
    }
    const key = `${slot} ${place.from}`;
    const label = `${before === key ? 'I' : 'B'} ${slot}`;
    before = key;
    return label;
  });
}
