import { NewTask } from '@dayloom/contracts';
import { parseQuickAdd } from '@dayloom/language';
import { describe, expect, it } from 'vitest';
import { readTasks } from './import-tasks.ts';
import type { ReadContext } from './imported-tasks.ts';
import { UnreadableTasks } from './read-text-file.ts';

/** Wednesday 18 November 2026, 9:00 in Berlin. */
const context: ReadContext = {
  now: new Date('2026-11-18T08:00:00Z'),
  timeZone: 'Europe/Berlin',
  homeTimeZone: 'Europe/Berlin',
  workingHours: {},
  locale: 'en-GB',
  parse: parseQuickAdd,
};
/** Leaves out the random ids. Whatever is read must be accepted by the server. */
function read(text: string, fileName: string | null = null) {
  const { tasks, ...rest } = readTasks(text, fileName, context);
  for (const task of tasks) NewTask.parse(task);
  return {
    ...rest,
    tasks: tasks.map(({ _id, subtasks, ...task }) => ({
      ...task,
      ...(subtasks && { subtasks: subtasks.map(({ title, done }) => `${done ? '[x]' : '[ ]'} ${title}`) }),
    })),
  };
}

const TODOIST_HEADER =
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG';

describe('Todoist', () => {
  it('is read at once, however many columns each of its lines claims to have', () => {
    const csv = `TYPE,CONTENT${',X'.repeat(100_000)}\n${'\n'.repeat(100_000)}task,Call`;
    expect(read(csv).tasks).toMatchObject([{ title: 'Call' }]);
  });

  it('has tasks, subtasks, comments, dates in words, and the project in the name of the file', () => {
    const csv = [
      TODOIST_HEADER,
      'section,Writing,,,,,,,,,,,,',
      'task,"Report, first draft",For the board,1,1,Maya (1),,27 Nov,en,Europe/Berlin,90,minute,,',
      'task,Collect figures,,4,2,Maya (1),,,en,Europe/Berlin,,,,',
      'note,"See the ""old"" one",,,,Maya (1),,,,,,,,',
      ',,,,,,,,,,,,,',
      'task,Water the plants,,4,1,Maya (1),,every! day,en,Europe/Berlin,,,,',
      'task,Tax return,,2,1,Maya (1),,,en,Europe/Berlin,,,2027-05-31,en',
      'task,Odd one,,3,1,Maya (1),,when pigs fly,en,Europe/Berlin,,,,',
    ].join('\r\n');
    expect(read(csv, 'Office [2203306141].csv')).toEqual({
      source: 'Todoist',
      finished: 0,
      problems: ["The date 'when pigs fly' of 'Odd one' was not understood."],
      tasks: [
        {
          title: 'Report, first draft',
          notes: 'For the board\n\nSection: Writing\n\nSee the "old" one',
          project: 'Office',
          priority: 1,
          durationMinutes: 90,
          dueOn: '2026-11-27',
          subtasks: ['[ ] Collect figures'],
        },
        {
          title: 'Water the plants',
          notes: 'Section: Writing',
          project: 'Office',
          priority: 4,
          dueOn: '2026-11-18',
          recurrenceRule: 'FREQ=DAILY',
        },
        {
          title: 'Tax return',
          notes: 'Section: Writing',
          project: 'Office',
          priority: 2,
          dueOn: '2027-05-31',
          dueAt: null,
          dueKind: 'hard',
        },
        { title: 'Odd one', notes: 'Section: Writing', project: 'Office', priority: 3 },
      ],
    });
  });
});

describe('a damaged or changed table of Todoist', () => {
  const rows = (lines: readonly string[]) => read(lines.join('\r'), 'Office.csv');

  it('has rows about the project, and tasks that cannot be completed', () => {
    const csv = [
      TODOIST_HEADER,
      'meta,view_style=board,,,,,,,,,,,,',
      'task,* [Rules](https://example.org/?a=1) @work,,4,1,,,,en,,,,,',
    ].join('\n');
    expect(read(csv)).toEqual({
      source: 'Todoist',
      finished: 0,
      problems: [],
      tasks: [{ title: '[Rules](https://example.org/?a=1) @work', priority: 4 }],
    });
  });

  it('is read with other separators and line ends, and keeps the details of subtasks', () => {
    const { tasks, problems } = rows([
      'TYPE;CONTENT;DESCRIPTION;PRIORITY;INDENT;DATE;DEADLINE',
      'task;Report;;1;1;;soon',
      'task;Figures;of last year;4;2;27 Nov;',
    ]);
    expect(tasks).toEqual([
      {
        title: 'Report',
        project: 'Office',
        priority: 1,
        notes: 'Figures: 27 Nov, of last year',
        subtasks: ['[ ] Figures'],
      },
    ]);
    expect(problems).toEqual(["The deadline 'soon' of 'Report' was not understood."]);
  });

  it('is read as far as possible where a quotation mark is missing, and the problem is listed', () => {
    const { tasks, problems } = rows(['TYPE,CONTENT', 'task,First', 'task,"Second', 'task,Third']);
    expect(tasks[0]?.title).toBe('First');
    expect(problems[0]).toContain('A quotation mark is not closed');
  });
});

describe('TickTick', () => {
  it('has lists, priorities, check-lists, whole days of their zone and repetitions', () => {
    const csv = [
      '"Date: 2026-11-01+0000"',
      '"Version: 7.1"',
      '"Status: \n0 Normal\n1 Completed\n2 Archived"',
      '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day"',
      '"Home","Flat","Pay rent","TEXT","","By transfer","N","2026-11-30T23:00:00+0000","2026-11-30T23:00:00+0000","","FREQ=MONTHLY;BYMONTHDAY=1","5","0","","","1","Europe/Berlin","true"',
      '"","Inbox","Pack","CHECKLIST","","▫Passport\n▪Tickets","Y","","2026-12-20T07:30:00+0000","","","0","0","","","2","Europe/Berlin","false"',
      '"","Inbox","Old","TEXT","","","N","","","","","0","2","","","3","Europe/Berlin","false"',
    ].join('\n');
    expect(read(csv)).toEqual({
      source: 'TickTick',
      isUnverified: true,
      finished: 1,
      problems: [],
      tasks: [
        {
          title: 'Pay rent',
          notes: 'By transfer',
          project: 'Flat',
          priority: 1,
          dueOn: '2026-12-01',
          recurrenceRule: 'FREQ=MONTHLY;BYMONTHDAY=1',
        },
        {
          title: 'Pack',
          priority: 4,
          dueAt: '2026-12-20T07:30:00.000Z',
          subtasks: ['[ ] Passport', '[x] Tickets'],
        },
      ],
    });
  });
});

/** The columns of version 7, as other importers describe them. */
it('TickTick: notes are no tasks, and a task may last from one date to another', () => {
  const header = [
    'Folder Name',
    'List Name',
    'Title',
    'Kind',
    'Start Date',
    'Due Date',
    'Status',
    'Timezone',
  ];
  const rows = [
    ['', 'Inbox', 'Recipe', 'NOTE', '', '', '0', 'Europe/Berlin'],
    ['', 'Inbox', 'Call', 'TEXT', '2026-11-30T08:00:00+0000', '', '0', 'Europe/Berlin'],
    ['', 'Inbox', 'Fair', 'TEXT', '2026-11-30T08:00:00+0000', '2026-12-02T16:00:00+0000', '0', ''],
    ['', 'Inbox', 'Odd', 'TEXT', 'soon', '2026-12-02T16:00:00+0000', '0', ''],
  ];
  expect(read([header, ...rows].map((row) => row.join(',')).join('\n'))).toEqual({
    source: 'TickTick',
    isUnverified: true,
    finished: 0,
    problems: ["'Recipe' is a note, not a task, and is left out."],
    tasks: [
      { title: 'Call', priority: 4, dueAt: '2026-11-30T08:00:00.000Z' },
      {
        title: 'Fair',
        priority: 4,
        startAfter: '2026-11-30T08:00:00.000Z',
        dueAt: '2026-12-02T16:00:00.000Z',
      },
      { title: 'Odd', priority: 4, dueAt: '2026-12-02T16:00:00.000Z' },
    ],
  });
});

/** One task that the server refuses would stop the import of all. */
it.each([
  ['Repeat', 'FREQ=SECONDLY', 'The repetition'],
  ['Repeat', 'FREQ=WEEKLY;BYDAY=XX', 'The repetition'],
  ['Repeat', 'FREQ=DAILY;COUNT=0', 'The repetition'],
  ['Repeat', 'FREQ=YEARLY;BYMONTH=13', 'The repetition'],
  ['Repeat', 'FREQ=YEARLY;BYMONTH=-1', 'The repetition'],
  ['Repeat', 'FREQ=MONTHLY;BYMONTHDAY=32', 'The repetition'],
  ['Repeat', 'FREQ=WEEKLY;WKST=XX', 'The repetition'],
  ['Repeat', 'FREQ=DAILY;UNTIL=20261301', 'The repetition'],
  ['Repeat', 'FREQ=DAILY;UNTIL=20261201T250000Z', 'The repetition'],
  ['Due Date', '0999-12-20T07:30:00+0000', 'The date'],
  ['Due Date', '2199-12-31T23:00:00+0000', 'The date'],
])('TickTick: %s %s is left out, and said', (column, value, what) => {
  const header = [
    'Folder Name',
    'List Name',
    'Title',
    'Tags',
    'Due Date',
    'Repeat',
    'Is All Day',
    'Timezone',
  ];
  const task: Record<string, string> = {
    Title: 'Pack',
    // Where the last day of the last year has ended before it has in Greenwich.
    'Is All Day': 'true',
    Timezone: 'Pacific/Kiritimati',
    'List Name': 'Trips\u0007',
    Tags: 'a, b',
    'Due Date': '2026-12-20T07:30:00+0000',
    [column]: value,
  };
  const csv = [header, header.map((name) => task[name] ?? '')]
    .map((row) => row.map((cell) => `"${cell}"`).join(','))
    .join('\n');
  const { tasks, problems } = read(csv);
  expect(problems).toEqual([`${what} of 'Pack' was not understood.`]);
  expect(tasks).toMatchObject([{ title: 'Pack', project: 'Trips', notes: 'Tags: a, b' }]);
  expect(tasks[0]).not.toHaveProperty('recurrenceRule');
});

it('a project in a list is cut where the server would refuse it', () => {
  expect(read(`- Call #${'p'.repeat(81)}`).tasks).toEqual([{ title: 'Call', project: 'p'.repeat(80) }]);
});

it.each([
  ['DEADLINE', '2026-02-30', "The deadline '2026-02-30'"],
  ['DURATION', '2', "The length '2 day'"],
])('Todoist: %s %s is left out, and said', (column, value, what) => {
  const { tasks, problems } = read(
    `TYPE,CONTENT,${column},DURATION_UNIT\ntask,Tax,${value},day`,
    'Office.csv',
  );
  expect(tasks).toEqual([{ title: 'Tax', project: 'Office' }]);
  expect(problems).toEqual([`${what} of 'Tax' was not understood.`]);
});

describe('Things', () => {
  it('has headings, projects for some day, lists of to-dos outside of projects, and deadlines in words', () => {
    const toDo = (attributes: object) => ({ type: 'to-do', attributes });
    const rome = {
      title: 'Rome',
      notes: 'In spring',
      tags: ['travel'],
      when: 'someday',
      items: [
        toDo({ title: 'Book flights', when: 'evening' }),
        { type: 'heading', attributes: { title: 'Sights' } },
        toDo({
          title: 'Forum',
          'checklist-items': [{ type: 'checklist-item', attributes: { title: 'Guide', canceled: true } }],
        }),
      ],
    };
    const json = JSON.stringify([
      { type: 'project', attributes: rome },
      toDo({ title: 'Milk', list: 'Shopping', heading: 'Dairy', when: 'evening@18:00' }),
      toDo({ title: 'Form', deadline: 'next friday' }),
      toDo({ title: 'Letter', deadline: '2026-12-24T00:00:00+01:00' }),
      toDo({ title: 'Odd', deadline: 'when pigs fly' }),
      { type: 'to-do', operation: 'update', id: 'x', attributes: { completed: true } },
    ]);
    expect(read(json)).toEqual({
      source: 'Things',
      isUnverified: true,
      finished: 0,
      problems: [
        "Projects have only a name: notes and tags of 'Rome' are left out.",
        "The deadline 'when pigs fly' of 'Odd' was not understood.",
      ],
      tasks: [
        { title: 'Book flights', project: 'Rome', dueOn: '2026-11-18' },
        {
          title: 'Forum',
          project: 'Rome',
          notes: 'Heading: Sights',
          isSomeday: true,
          subtasks: ['[x] Guide'],
        },
        { title: 'Milk', project: 'Shopping', notes: 'Heading: Dairy', dueAt: '2026-11-18T17:00:00Z' },
        { title: 'Form', dueOn: '2026-11-27', dueAt: null, dueKind: 'hard' },
        { title: 'Letter', dueOn: '2026-12-24', dueAt: null, dueKind: 'hard' },
        { title: 'Odd' },
      ],
    });
  });

  it('is read although projects are nested by the thousand, and long words are quoted shortly', () => {
    const depth = 20_000;
    const start = '{"type":"project","attributes":{"title":"p","items":[';
    const date = 'x'.repeat(100_000);
    const toDo = JSON.stringify({ type: 'to-do', attributes: { title: 'Call', deadline: date } });
    expect(read(`[${toDo},${start.repeat(depth)}${toDo}${']}}'.repeat(depth)}]`)).toEqual({
      source: 'Things',
      isUnverified: true,
      finished: 0,
      problems: [`The deadline '${'x'.repeat(60)}…' of 'Call' was not understood.`],
      tasks: [{ title: 'Call' }],
    });
  });

  it('has tags, to-dos for any time, and projects that are over', () => {
    const over = {
      title: 'Move',
      completed: true,
      items: [{ type: 'to-do', attributes: { title: 'Pack' } }],
    };
    const json = JSON.stringify([
      { type: 'project', attributes: over },
      { type: 'to-do', attributes: { title: 'Call Ada', when: 'anytime', tags: ['phone', 'home'] } },
    ]);
    expect(read(json)).toEqual({
      source: 'Things',
      isUnverified: true,
      finished: 1,
      problems: [],
      tasks: [{ title: 'Call Ada', notes: 'Tags: phone, home' }],
    });
  });

  it('has projects, check-lists, deadlines and someday', () => {
    const json = JSON.stringify([
      {
        type: 'project',
        attributes: {
          title: 'Trip',
          items: [
            {
              type: 'to-do',
              attributes: {
                title: 'Book flights',
                notes: 'Window seat',
                when: '2026-11-20',
                deadline: '2026-11-25',
                'checklist-items': [
                  { type: 'checklist-item', attributes: { title: 'Compare', completed: true } },
                ],
              },
            },
            { type: 'heading', attributes: { title: 'Later' } },
            { type: 'to-do', attributes: { title: 'Done', completed: true } },
          ],
        },
      },
      { type: 'to-do', attributes: { title: 'Learn the cello', when: 'someday' } },
    ]);
    expect(read(json)).toEqual({
      source: 'Things',
      isUnverified: true,
      finished: 1,
      problems: [],
      tasks: [
        {
          title: 'Book flights',
          notes: 'Window seat',
          project: 'Trip',
          dueOn: '2026-11-25',
          dueAt: null,
          dueKind: 'hard',
          subtasks: ['[x] Compare'],
        },
        { title: 'Learn the cello', isSomeday: true },
      ],
    });
  });
});

describe('a list', () => {
  it('has headings underlined, rulers, front matter, and marks for what is done or cancelled', () => {
    const list = [
      '---',
      'title: Notes',
      'tags:',
      '  - home',
      '---',
      'Garden',
      '======',
      '* Plant bulbs',
      '***',
      '- [-] Dig a pond',
      '✅ Rake leaves',
      '☑\uFE0F Mow',
      '· Water',
      'Sweep',
      '---',
      '| --- | --- |',
      '2.5 kg of soil',
    ].join('\n');
    expect(read(list)).toEqual({
      source: 'a list',
      finished: 3,
      problems: [],
      tasks: ['Plant bulbs', 'Water', 'Sweep', '2.5 kg of soil'].map((title) => ({
        project: 'Garden',
        title,
      })),
    });
  });

  it('is read line by line like quick add; indented lines are subtasks, headings projects', () => {
    const text = [
      '# House',
      '- [ ] Paint the door 2h by 27 Nov p2',
      '  - [x] Buy paint',
      '\t- Find a brush',
      '- [x] Call the plumber',
      '  - a part of what is done',
      '* Sort the attic sometime',
      '',
      '## Work #1',
      '1. Write the minutes',
      '☐ Ask Ann about the room',
    ].join('\n');
    expect(read(text)).toEqual({
      source: 'a list',
      finished: 1,
      problems: [],
      tasks: [
        {
          title: 'Paint the door',
          project: 'House',
          durationMinutes: 120,
          dueOn: '2026-11-27',
          priority: 2,
          subtasks: ['[x] Buy paint', '[ ] Find a brush'],
        },
        { title: 'Sort the attic', project: 'House', isSomeday: true },
        { title: 'Write the minutes', project: 'Work #1' },
        { title: 'Ask Ann about the room', project: 'Work #1' },
      ],
    });
  });

  it.each([
    ['nothing', '', []],
    ['a line of marks', '- [ ]\n---\n', []],
    ['an open box without a mark', '[ ] Buy milk', ['Buy milk']],
    ['lines that end with CR', '- Buy milk\r- Call Ada\r', ['Buy milk', 'Call Ada']],
    [
      'a number that is none of the list, and bold words',
      '2.5 kg flour\n**Call** Ada',
      ['2.5 kg flour', '**Call** Ada'],
    ],
    ['half a character', 'Buy \uD800 milk', ['Buy \uFFFD milk']],
    ['a bell and a tab in a title', 'Buy\u0007 milk\tand tea', ['Buy milk and tea']],
  ])('%s', (_name, text, titles) => {
    expect(read(text).tasks.map(({ title }) => title)).toEqual(titles);
  });

  it.each([
    ['JSON that is cut off', '[{"type": "to-do"', null],
    ['a list that is named JSON', 'Buy milk', 'tasks.json'],
    ['a table of another app', 'Name,Status\nBuy milk,open', 'tasks.csv'],
    ['a backup of another kind', '"Date: 2026-11-01"\n"List Name","Title"\n"Inbox","Buy milk"', 'tasks.csv'],
    ['a calendar', 'BEGIN:VCALENDAR\nEND:VCALENDAR', 'tasks.ics'],
    ['a web page', '<!doctype html><title>Tasks</title>', 'tasks.txt'],
    ['more than can be imported at a time', 'Buy milk\n'.repeat(1_001), 'tasks.md'],
  ])('refuses %s', (_name, text, fileName) => {
    expect(() => read(text, fileName)).toThrow(UnreadableTasks);
  });

  it('is one list although all of its lines are indented, and a heading ends the task above it', () => {
    const titles = (text: string) =>
      read(text).tasks.map(({ title, project, subtasks }) => ({ title, project, subtasks }));
    const list = [
      { title: 'Apples', project: undefined, subtasks: ['[ ] Red ones'] },
      { title: 'Pears', project: undefined, subtasks: undefined },
    ];
    expect(titles('\n    - Apples\n      - Red ones\n\n    - Pears\n')).toEqual(list);
    expect(titles('\tApples\n\t\tRed ones\n\tPears')).toEqual(list);
    expect(titles('- Rest\n# Garden\n  - Plant bulbs\n  - Rake leaves')).toEqual([
      { title: 'Rest', project: undefined, subtasks: undefined },
      { title: 'Plant bulbs', project: 'Garden', subtasks: undefined },
      { title: 'Rake leaves', project: 'Garden', subtasks: undefined },
    ]);
  });

  it('loses nothing of what is too long, and says what it leaves out', () => {
    const title = `Read ${'x'.repeat(400)}`;
    const { tasks, problems } = read(
      [title, ...Array.from({ length: 201 }, (_, index) => `  - part ${index}`)].join('\n'),
    );
    expect(tasks).toMatchObject([{ title: title.slice(0, 300), notes: title }]);
    expect(tasks[0]?.subtasks).toHaveLength(200);
    expect(problems).toEqual([
      `'${title.slice(0, 60)}…' has more than 200 subtasks: 'part 200' is left out.`,
    ]);
  });

  it('long lines and many of them take linear time', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `- [ ] Task ${index} 30 min`).join('\n');
    expect(readTasks(many, null, context).tasks).toHaveLength(1_000);
    const [long] = readTasks(`- [ ] ${'x'.repeat(100_000)}`, null, context).tasks;
    expect(long?.title).toHaveLength(300);
  });
});
