import { expect, it } from 'vitest';
import { expectAccessible, expectFitsEveryWidth, openBrowser, origin } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

it('reminders are set in the preferences, and a push is shown by the service worker', async () => {
  const { page, complaints } = await openBrowser({ serviceWorkers: 'allow' });
  await page.context().grantPermissions(['notifications'], { origin });
  await signUp(page);
  await page.goto('/settings?tab=preferences');
  await page.getByRole('button', { name: 'Add another: Events', exact: true }).click();
  await page.getByRole('combobox', { name: 'Events: when', exact: true }).nth(1).waitFor();
  await page.getByRole('switch', { name: 'Daily briefing' }).click();
  await page.getByLabel('Time of the daily briefing').waitFor();
  await page.reload();
  await page.getByLabel('Time of the daily briefing').waitFor();
  expect(await page.getByRole('combobox', { name: 'Events: when', exact: true }).count()).toBe(2);
  await expectAccessible(page);
  await expectFitsEveryWidth(page);
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await page.getByText('Reminders and news about your plan appear here.').waitFor();

  // No vendor's push service can be reached, so the browser's debugging protocol delivers the message.
  const cdp = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/service-worker.js');
    await navigator.serviceWorker.ready;
  });
  const message = { title: 'Stand-up', body: 'Starts at 3:00 PM', path: '/calendar-flow', tag: 'one' };
  const push = { origin, registrationId: await registered, data: JSON.stringify(message) };
  // Delivered twice, it is shown once.
  for (let times = 0; times < 2; times += 1) await cdp.send('ServiceWorker.deliverPushMessage', push);
  const readShown = () =>
    page.evaluate(async () => {
      const { getNotifications } = await navigator.serviceWorker.ready.then((registration) => ({
        getNotifications: () => registration.getNotifications(),
      }));
      return (await getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    });
  await expect
    .poll(readShown, { timeout: 20_000 })
    .toEqual([
      { title: 'Stand-up', body: 'Starts at 3:00 PM', tag: 'one', data: { path: '/calendar-flow' } },
    ]);
  expect(complaints).toEqual([]);
});
