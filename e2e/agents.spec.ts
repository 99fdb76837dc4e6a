import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectFitsEveryWidth, openBrowser, origin } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

/** Where an app on this computer waits for its code. */
const app = createServer((_request, reply) => {
  reply.setHeader('content-type', 'text/html');
  reply.end('<!doctype html><html lang="en"><title>Back in the app</title></html>');
});
let callback = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
});
afterAll(() => {
  app.close();
});

/** Registers an app that has not asked anybody yet. */
async function registerApp(page: Page, name: string) {
  const registered = await page.request.post(`${origin}/oidc/register`, {
    data: { client_name: name, redirect_uris: [callback] },
  });
  const { client_id: clientId } = await registered.json();
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: callback,
    resource: `${origin}/api/mcp`,
    state: 'of-the-app',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  return { clientId, verifier, address: `${origin}/oidc/auth?${query.toString()}` };
}

it('an app connects by the consent page, with the keyboard, and loses its access in the settings', async () => {
  const { page, complaints } = await openBrowser();
  const person = await signUp(page);
  const agent = await registerApp(page, 'Claude');
  await page.goto(agent.address);
  await page.getByRole('heading', { level: 1, name: 'Connect Claude?' }).waitFor();
  expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
    'See your tasks and notes',
    'Add, change, complete and delete tasks',
    'See your events and their guests',
    'Add, change and delete events, and invite guests',
    'See your plan',
    'Plan your tasks into free time',
    'See your bookings and event types',
    'Change bookings and event types',
    'See your meeting requests and the people you have met',
    'Send, change and withdraw meeting requests',
    'See your hours and the settings of the planner',
    'Change your hours and the settings of the planner',
  ]);
  await page.getByText(`You are signed in as ${person.email}`).waitFor();
  await expectAccessible(page);
  await expectFitsEveryWidth(page);

  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.getByRole('link', { name: 'Dayloom' }).focus();
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Deny');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('Allow');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${callback}*`);
  const back = new URL(page.url()).searchParams;
  expect(back.get('state')).toBe('of-the-app');

  const tokens = await page.request.post(`${origin}/oidc/token`, {
    form: {
      grant_type: 'authorization_code',
      client_id: agent.clientId,
      code: back.get('code') ?? '',
      redirect_uri: callback,
      code_verifier: agent.verifier,
    },
  });
  const { access_token: token } = await tokens.json();
  const addTask = () =>
    page.request.post(`${origin}/api/mcp`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      data: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'create_task', arguments: { title: 'Water the plants' } },
      },
    });
  expect((await addTask()).status()).toBe(200);

  await page.goto(`${origin}/settings?tab=tokens`);
  const log = page.getByRole('list', { name: 'Calls of agents' });
  await log.getByText("Added the task 'Water the plants'").waitFor();
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  await log.getByRole('button', { name: 'Undo' }).click();
  await log.getByText('Undone').waitFor();
  await page.getByRole('button', { name: 'Disconnect Claude' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Disconnect Claude' }).waitFor({ state: 'detached' });
  await expect.poll(async () => (await addTask()).status()).toBe(401);
  expect(complaints).toEqual([]);
});

it('an app that is denied learns it, and gets nothing', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  const agent = await registerApp(page, 'Stranger');
  await page.goto(agent.address);
  await page.getByRole('button', { name: 'Deny' }).click();
  await page.waitForURL(`${callback}*`);
  const back = new URL(page.url()).searchParams;
  expect([back.get('error'), back.get('code')]).toEqual(['access_denied', null]);
  expect(complaints).toEqual([]);
});
