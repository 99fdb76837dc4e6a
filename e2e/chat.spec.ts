import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  callApi,
  expectAccessible,
  expectAccessibleAtEveryWidth,
  MORNING_ZONE,
  openBrowser,
} from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

interface Events {
  occurrences: { title: string; startsAt: string }[];
}

/** The days of the tests: a Monday and the next ones, far from today. */
const MONDAY = '7 June 2027';
const listEvents = async (page: Page) => {
  const query = 'from=2027-06-07T00:00:00Z&to=2027-06-12T00:00:00Z';
  const { occurrences } = await callApi<Events>(page, 'GET', `/events?${query}`);
  return occurrences.map(({ title, startsAt }) => `${title} ${new Date(startsAt).toISOString()}`);
};

const open = async (options?: BrowserContextOptions) => {
  const { page, complaints } = await openBrowser(options);
  await signUp(page);
  await page.goto('/chat');
  const box = page.getByRole('textbox', { name: 'Message Dayloom' });
  const turns = page.getByRole('region', { name: 'Conversation' }).locator('ol > li');
  /** Sends a message; resolves to its turn when the answer is complete. */
  const say = async (text: string) => {
    const before = await turns.count();
    await box.fill(text);
    await box.press('Enter');
    const turn = turns.nth(before);
    await turn.getByText('Dayloom answered:').waitFor({ state: 'attached' });
    return turn;
  };
  return { page, complaints, box, turns, say };
};

describe('the chat', () => {
  it('schedules, answers, moves, cancels and undoes, and shows all of it again after a reload', async () => {
    const { page, complaints, turns, say } = await open();
    const created = await say(`Lunch on ${MONDAY} at 12:00`);
    await created.getByText('New event').waitFor();
    expect(await listEvents(page)).toEqual(['Lunch 2027-06-07T10:00:00.000Z']);
    const agenda = await say(`What is on ${MONDAY}?`);
    await agenda.getByRole('region', { name: 'Agenda' }).getByRole('link', { name: 'Lunch' }).waitFor();

    const moved = await say(`Move lunch on ${MONDAY} to 14:00`);
    await moved.getByRole('region', { name: 'Changed event' }).waitFor();
    expect(await listEvents(page)).toEqual(['Lunch 2027-06-07T12:00:00.000Z']);
    await moved.getByRole('button', { name: 'Undo' }).click();
    await moved.getByText('Undone', { exact: true }).first().waitFor();
    expect(await listEvents(page)).toEqual(['Lunch 2027-06-07T10:00:00.000Z']);

    // Deletions wait.
    const cancelled = await say(`Cancel lunch on ${MONDAY}`);
    await cancelled.getByText('Draft', { exact: true }).waitFor();
    expect(await listEvents(page)).toEqual(['Lunch 2027-06-07T10:00:00.000Z']);
    await expectAccessibleAtEveryWidth(page);
    await cancelled.getByRole('button', { name: 'Apply' }).click();
    await cancelled.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await listEvents(page)).toEqual([]);

    const address = page.url();
    expect(address).toContain('conversation=');
    await page.reload();
    await cancelled.getByText('Done', { exact: true }).waitFor();
    expect(await turns.count()).toBe(4);
    expect(page.url()).toBe(address);
    await turns.nth(3).getByRole('button', { name: 'Undo' }).click();
    await turns.nth(3).getByText('Undone', { exact: true }).first().waitFor();
    expect(await listEvents(page)).toEqual(['Lunch 2027-06-07T10:00:00.000Z']);
    expect(complaints).toEqual([]);
  });

  it('plans the week as a draft, which is applied or discarded', async () => {
    const { page, say } = await open();
    await callApi(page, 'POST', '/tasks', { title: 'Budget', durationMinutes: 60 });
    const draft = await say('Plan my week');
    const change = draft.getByRole('region', { name: 'Plan change' });
    await change.getByRole('listitem').filter({ hasText: 'Budget' }).waitFor();
    const countBlocks = async () =>
      (await callApi<{ plan: { blocks: unknown[] } }>(page, 'GET', '/plan')).plan.blocks.length;
    expect(await countBlocks()).toBe(0);
    await change.getByRole('button', { name: 'Apply' }).click();
    await draft.getByText('Done', { exact: true }).waitFor();
    expect(await countBlocks()).toBe(1);
  });

  it('keeps several conversations, which are searched, renamed and cleared', async () => {
    const { page, box, turns, say } = await open();
    await say('What can you do?');
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.getByRole('heading', { name: 'What can Dayloom do for you?' }).waitFor();
    await expectAccessible(page);
    await say(`What is on ${MONDAY}?`);
    const chats = page.getByRole('navigation', { name: 'Chats' });
    await expect.poll(() => chats.getByRole('listitem').count()).toBe(2);
    await chats.getByRole('searchbox', { name: 'Search chats' }).fill('what can you do');
    await expect.poll(() => chats.getByRole('listitem').count()).toBe(1);
    await chats.getByRole('link').click();
    await turns.getByText('What can you do?', { exact: true }).waitFor();
    await chats.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Help');
    await page.keyboard.press('Enter');
    await chats.getByRole('searchbox', { name: 'Search chats' }).fill('');
    await chats.getByRole('link', { name: 'Help' }).waitFor();
    await chats.getByRole('button', { name: 'More for Help' }).click();
    await page.getByRole('menuitem', { name: 'Clear' }).click();
    await page
      .getByRole('dialog', { name: 'Clear this chat?' })
      .getByRole('button', { name: 'Clear' })
      .click();
    await expect.poll(() => chats.getByRole('listitem').count()).toBe(1);
    expect(page.url()).toContain('conversation=new');
    expect(await box.inputValue()).toBe('');
  });

  it('counts the messages left, and says at the limit how to get more', async () => {
    const { page, box } = await open({ timezoneId: MORNING_ZONE });
    const { messages } = await callApi<{ messages: { today: { limit: number } } }>(
      page,
      'GET',
      '/user/chat/history',
    );
    const { limit } = messages.today;
    expect(limit).toBeGreaterThan(0);
    for (let sent = 0; sent < limit; sent++) await callApi(page, 'POST', '/chat/turns', { text: 'hello' });
    await page.reload();
    await page.getByText(`0 of ${limit}`).waitFor();
    await box.fill('Plan my week');
    await box.press('Enter');
    await page.getByText(`You have sent all ${limit} messages of this day.`).waitFor();
    await page
      .getByRole('link', { name: /upgrade/i })
      .first()
      .waitFor();
    await expectAccessible(page);
  });

  it('shows its whole title and every example in the smallest window, above the message box', async () => {
    const { page, box } = await open();
    await page.setViewportSize({ width: 360, height: 640 });
    const title = page.getByRole('heading', { name: 'Dayloom Chat' });
    expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const examples = page.getByRole('group', { name: 'Examples' }).getByRole('button');
    const last = await examples.last().boundingBox();
    const below = await box.boundingBox();
    expect((last?.y ?? Infinity) + (last?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  });

  it('scrolls smoothly through 200 turns, with the newest in sight', async () => {
    const { page } = await open();
    const id = '10000000-0000-4000-8000-000000000001';
    const turn = (index: number) => ({
      id: `20000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      text: `Question ${index}`,
      reply: `Answer ${index}`.repeat(1 + (index % 40)),
      mode: 'basic',
      notice: null,
      state: 'done',
      actions: [],
      cards: [],
      isUndoable: false,
      createdAt: '2027-06-07T10:00:00.000Z',
    });
    const count = { used: 0, limit: null };
    await page.route('**/api/user/chat/history*', (route) =>
      route.fulfill({
        json: {
          success: true,
          conversationId: id,
          title: 'Long',
          turns: Array.from({ length: 200 }, (_, index) => turn(index + 1)),
          mode: 'basic',
          messages: { today: count, month: count },
          message: '',
        },
      }),
    );
    await page.goto('/chat');
    const region = page.getByRole('region', { name: 'Conversation' });
    const isInSight = (text: string) =>
      region.getByText(text, { exact: true }).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return bottom > 0 && top < window.innerHeight;
      });
    await expect.poll(() => isInSight('Question 200')).toBe(true);
    // The browser lays out only what is near the window.
    const laidOut = await region.evaluate(
      (element) =>
        [...element.querySelectorAll('p')].filter((text) =>
          text.checkVisibility({ contentVisibilityAuto: true }),
        ).length,
    );
    expect(laidOut).toBeLessThan(200);
    await region.evaluate((element) => element.scrollTo(0, 0));
    await expect.poll(() => isInSight('Question 1')).toBe(true);
    await page.getByRole('button', { name: 'Go to the latest message' }).click();
    await expect.poll(() => isInSight('Question 200')).toBe(true);
  });
});
