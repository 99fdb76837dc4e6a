import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { KeptState } from '../kept-state.ts';

/** A task in the format of Todoist's API v1. */
export interface TodoistTask {
  readonly id: string;
  readonly project_id: string;
  readonly section_id: string | null;
  readonly parent_id: string | null;
  readonly content: string;
  readonly description: string;
  readonly labels: readonly string[];
  /** 4 is the highest. */
  readonly priority: number;
  readonly due: {
    readonly date: string;
    readonly string: string;
    readonly is_recurring: boolean;
    readonly lang: string;
    readonly timezone: string | null;
  } | null;
  readonly deadline: { readonly date: string; readonly lang: string } | null;
  readonly duration: { readonly amount: number; readonly unit: 'minute' | 'day' } | null;
  readonly checked: boolean;
  readonly is_deleted: boolean;
  readonly child_order: number;
}

const INBOX = '6Jf8VQXxpwv56VQ7';
const HOME = '6Jf8VQXxpwv56VQ8';
const GARDEN = '6fFPHV272WWh3gpW';

export const projects = [
  { id: INBOX, name: 'Inbox', parent_id: null, child_order: 0, inbox_project: true, is_archived: false },
  { id: HOME, name: 'Home', parent_id: null, child_order: 1, inbox_project: false, is_archived: false },
];
export const sections = [
  { id: GARDEN, project_id: HOME, name: 'Garden', section_order: 1, is_archived: false, is_deleted: false },
];
export const labels = [
  { id: '2156154810', name: 'errand', color: 'charcoal', order: 1, is_favorite: false },
  { id: '2156154811', name: 'phone', color: 'charcoal', order: 2, is_favorite: false },
];

/** The demo's account: one person's tasks, with what importers meet. */
export class TodoistState extends KeptState<{ tasks: TodoistTask[] | null }> {
  readonly #now: () => Date;
  readonly #changed: () => void;

  constructor(now: () => Date, changed: () => void) {
    super('todoist', () => ({ tasks: null }));
    this.#now = now;
    this.#changed = changed;
  }

  list(): readonly TodoistTask[] {
    this.state.tasks ??= demoTasks(this.#now());
    return this.state.tasks;
  }

  add(content: string, more: Partial<TodoistTask>): TodoistTask {
    const task = { ...blank(randomUUID(), content), ...more, child_order: this.list().length + 1 };
    this.state.tasks = [...this.list(), task];
    this.#changed();
    return task;
  }
}

function blank(id: string, content: string): TodoistTask {
  return {
    id,
    project_id: INBOX,
    section_id: null,
    parent_id: null,
    content,
    description: '',
    labels: [],
    priority: 1,
    due: null,
    deadline: null,
    duration: null,
    checked: false,
    is_deleted: false,
    child_order: 1,
  };
}

function demoTasks(now: Date): TodoistTask[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').toPlainDate();
  const on = (days: number) => today.add({ days }).toString();
  const due = (date: string, words: string, isRecurring: boolean, timezone: string | null = null) => ({
    date,
    string: words,
    is_recurring: isRecurring,
    lang: 'en',
    timezone,
  });
  return [
    {
      ...blank('6X7rM8997g3RQmvh', 'Renew the passport'),
      description: 'Photos are in the drawer',
      labels: ['errand'],
      priority: 4,
      due: due(on(9), on(9), false),
      duration: { amount: 45, unit: 'minute' },
    },
    {
      ...blank('6X7rfFVPjhvv84XG', 'Water the plants'),
      project_id: HOME,
      section_id: GARDEN,
      due: due(on(1), 'every other day', true),
    },
    { ...blank('6X7rfEVP8hvv25ZQ', 'Plan the party'), project_id: HOME, priority: 3 },
    {
      ...blank('6X7rfEVP8hvv25ZR', 'Write the list of guests'),
      parent_id: '6X7rfEVP8hvv25ZQ',
      project_id: HOME,
    },
    {
      ...blank('6X7rfEVP8hvv25ZS', 'Ask Sam for addresses'),
      parent_id: '6X7rfEVP8hvv25ZR',
      project_id: HOME,
    },
    {
      ...blank('6X7rfEVP8hvv25ZT', 'Call the landlord'),
      labels: ['phone'],
      due: due(`${on(2)}T15:30:00`, `${on(2)} 15:30`, false),
    },
    {
      ...blank('6X7rfEVP8hvv25ZU', 'Send the contract'),
      due: due(`${on(3)}T09:00:00Z`, `${on(3)} 10:00`, false, 'Europe/Berlin'),
    },
    { ...blank('6X7rfEVP8hvv25ZV', 'File the tax return'), deadline: { date: on(40), lang: 'en' } },
    { ...blank('6X7rfEVP8hvv25ZW', 'Regar el jardín'), due: due(on(1), 'cada vez que llueve', true) },
  ];
}
