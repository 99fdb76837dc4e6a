import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { callApi, expectAccessibleAtEveryWidth, openBrowser, origin } from './support/browser.ts';
import { allow, connect, GOOGLE, accounts as listAccounts, OUTLOOK } from './support/calendar-accounts.ts';
import { signUp } from './support/sign-up.ts';

interface Task {
  readonly title: string;
  readonly project: string | null;
  readonly dueOn: string | null;
  readonly recurrenceRule: string | null;
  readonly subtasks: readonly { readonly title: string; readonly done: boolean }[];
}

/** As Todoist's help describes it in 'Import or export a project as a CSV file in Todoist'. */
const TODOIST = [
  'TYPE,CONTENT,DESCRIPTION,PRIORITY,INDENT,AUTHOR,RESPONSIBLE,DATE,DATE_LANG,TIMEZONE,DURATION,DURATION_UNIT,DEADLINE,DEADLINE_LANG',
  'task,"Report, first draft",For the board,1,1,Maya (1),,,en,Europe/Berlin,90,minute,2027-05-31,en',
  'task,Collect figures,,4,2,Maya (1),,,en,Europe/Berlin,,,,',
  'task,Water the office plants,,4,1,Maya (1),,every day,en,Europe/Berlin,,,,',
].join('\r\n');

/** As other importers describe TickTick's backup. Unverified: no export of today's version could be had. */
const TICKTICK = [
  '"Date: 2026-11-01+0000"',
  '"Version: 7.1"',
  '"Status: \n0 Normal\n1 Completed\n2 Archived"',
  '"Folder Name","List Name","Title","Kind","Tags","Content","Is Check list","Start Date","Due Date","Reminder","Repeat","Priority","Status","Created Time","Completed Time","Order","Timezone","Is All Day"',
  '"Home","Flat","Pay the rent","TEXT","","By transfer","N","2027-11-30T23:00:00+0000","2027-11-30T23:00:00+0000","","FREQ=MONTHLY;BYMONTHDAY=1","5","0","","","1","Europe/Berlin","true"',
  '"","Inbox","Old","TEXT","","","N","","","","","0","2","","","3","Europe/Berlin","false"',
].join('\n');

/** As Things' documentation describes it in 'URL scheme', 'JSON'. Unverified: no app could be had. */
const THINGS = JSON.stringify([
  {
    type: 'project',
    attributes: {
      title: 'Trip',
      items: [
        {
          type: 'to-do',
          attributes: {
            title: 'Book flights',
            deadline: '2027-11-25',
            'checklist-items': [
              { type: 'checklist-item', attributes: { title: 'Compare', completed: true } },
            ],
          },
        },
      ],
    },
  },
]);

const MARKDOWN = '# Garden\n\n- [ ] Plant bulbs 2h by 5 Dec\n  - [x] Buy bulbs\n- [x] Rake leaves\n';

const files = [
  ['Office.csv', TODOIST, '2 tasks from Todoist'],
  ['backup.csv', TICKTICK, '1 task from TickTick · 1 finished one is left out'],
  ['things.json', THINGS, '1 task from Things'],
  ['garden.md', MARKDOWN, '1 task from a list · 1 finished one is left out'],
] as const;

it('imports tasks from files, lists and accounts, and takes an import back', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await page.goto('/settings');
  await connect(page, 'Google', GOOGLE);
  await page.getByText('Google Calendar connected successfully!').waitFor();
  await connect(page, 'Outlook', OUTLOOK);
  await page.getByText('Outlook Calendar connected successfully!').waitFor();

  await page.goto('/settings?tab=data');
  const card = page.getByRole('region', { name: 'Import tasks' });
  const preview = card.getByRole('status');
  const add = async (count: string) => {
    await preview.filter({ hasText: count }).waitFor();
    expect(await card.getByText('not tried with an export').count()).toBe(
      /Things|TickTick/.test(count) ? 1 : 0,
    );
    await card.getByRole('button', { name: /^Import \d+ tasks?$/ }).click();
    await preview.waitFor({ state: 'hidden' });
  };
  for (const [name, content, count] of files) {
    await card
      .getByLabel('File with tasks')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
    await add(count);
  }
  await card.getByLabel('Or paste a list').fill('Buy stamps\nCall Sam 15 min');
  await card.getByRole('button', { name: 'Show the tasks' }).click();
  await add('2 tasks from a list');

  await card.getByRole('button', { name: 'Todoist' }).click();
  await expectAccessibleAtEveryWidth(page);
  await card.getByRole('button', { name: 'Read the tasks' }).click();
  await card.getByText(/'cada vez que llueve'/).waitFor();
  await expectAccessibleAtEveryWidth(page);
  await add('tasks from Todoist');

  // A refused permission changes nothing; it is asked for when it is needed, and then once.
  const google = card.getByRole('button', { name: `Google Tasks ${GOOGLE}` });
  await google.click();
  await page.waitForURL('**/sandbox/**');
  await page.getByText('See your tasks').waitFor();
  expect(await page.getByText('See and edit events of your calendars').count()).toBe(0);
  await page.getByRole('button', { name: 'Deny' }).click();
  await card.getByText(/You did not allow reading your tasks/).waitFor();
  expect(page.url()).toBe(`${origin}/settings?tab=data`);
  await google.click();
  await allow(page, GOOGLE);
  await add('4 tasks from Google Tasks');
  const toDo = card.getByRole('button', { name: `Microsoft To Do ${OUTLOOK}` });
  await toDo.click();
  await allow(page, OUTLOOK);
  // One undo takes the whole import back, and after it the import can be repeated.
  const before = (await listTasks(page)).length;
  await add('4 tasks from Microsoft To Do');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(async () => (await listTasks(page)).length).toBe(before);
  await toDo.click();
  await add('4 tasks from Microsoft To Do');
  await toDo.click();
  await page.getByText('All tasks of Microsoft To Do are already here.').waitFor();
  const states = (await listAccounts(page)).accounts.map(({ state }) => state);
  expect(states).toEqual(['connected', 'connected']);

  const found = new Map((await listTasks(page)).map((task) => [task.title, task]));
  expect(found.get('Report, first draft')).toMatchObject({
    project: 'Office',
    dueOn: '2027-05-31',
    subtasks: [{ title: 'Collect figures', done: false }],
  });
  expect(found.get('Water the office plants')).toMatchObject({ recurrenceRule: 'FREQ=DAILY' });
  expect(found.get('Pay the rent')).toMatchObject({
    project: 'Flat',
    dueOn: '2027-12-01',
    recurrenceRule: 'FREQ=MONTHLY;BYMONTHDAY=1',
  });
  expect(found.get('Book flights')).toMatchObject({ project: 'Trip', dueOn: '2027-11-25' });
  expect(found.get('Plant bulbs')).toMatchObject({
    project: 'Garden',
    subtasks: [{ title: 'Buy bulbs', done: true }],
  });
  for (const title of ['Buy stamps', 'Call Sam', 'Plan the party', 'Light bulbs', 'Read the meters'])
    expect([...found.keys()]).toContain(title);
  expect(complaints).toEqual([]);
});

async function listTasks(page: Page): Promise<readonly Task[]> {
  return (await callApi<{ tasks: Task[] }>(page, 'GET', '/tasks?view=all&limit=200')).tasks;
}
