import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aProfile, config, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

type Settings = ReturnType<typeof aProfile>['settings'];

const trial = {
  status: 'trialing',
  trialEndsAt: '2026-11-23T09:00:00Z',
  currentPeriodEndsAt: '2026-11-23T09:00:00Z',
  cancelsAtPeriodEnd: false,
  graceEndsAt: null,
} as const;

const billing = (canTry: boolean) => () =>
  answer({
    success: true,
    accountStatus: 'FREE',
    subscription: null,
    canTry,
    entitlements: {
      dailyMessages: 25,
      monthlyMessages: 250,
      planningCalendarAccounts: 1,
      smsReminders: false,
      hostedLanguageModel: false,
    },
  });

function openBilling(
  settings: Partial<Settings>,
  handlers: Parameters<typeof fakeServer>[0] = {},
  payments: Partial<typeof config.payments> = { mode: 'sandbox' },
) {
  signInAs();
  const profile = aProfile();
  Object.assign(profile.settings, settings);
  const server = fakeServer({
    'GET /user/profile': () => answer({ success: true, user: profile, message: '' }),
    'GET /user/billing': billing(true),
    'POST /user/generate-customer-secret': () =>
      answer({ success: true, customerClientSecret: 'demo_cuss_secret_1', message: '' }),
    ...handlers,
  });
  const app = renderApp('/settings?tab=billing', { payments: { ...config.payments, ...payments } });
  return { server, app, user: userEvent.setup() };
}

test('free users wait 1.5 s for the prices and start the trial in the checkout', async () => {
  const startedAt = Date.now();
  const assign = vi.fn();
  const { server, user } = openBilling(
    { accountStatus: 'FREE' },
    {
      'POST /user/checkout': () =>
        answer({ success: true, url: 'http://localhost:3000/sandbox/payments/checkout/1', message: '' }),
    },
  );
  expect(await screen.findByText('Upgrade for Premium')).toBeTruthy();
  const button = await screen.findByRole('button', { name: 'Start free trial' });
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_490);
  expect(screen.getByText('$8')).toBeTruthy();
  expect(screen.getByText('GPT integration')).toBeTruthy();
  expect(server.count('POST /user/generate-customer-secret')).toBeGreaterThan(0);
  vi.stubGlobal('location', { origin: window.location.origin, assign });
  await user.click(button);
  await waitFor(() =>
    expect(assign).toHaveBeenCalledWith('http://localhost:3000/sandbox/payments/checkout/1'),
  );
  vi.unstubAllGlobals();
});

test('the trial is offered once', async () => {
  openBilling({ accountStatus: 'FREE' }, { 'GET /user/billing': billing(false) });
  expect(await screen.findByRole('button', { name: 'Subscribe' })).toBeTruthy();
});

test('each failure to show the prices has its message', async () => {
  const first = openBilling(
    { accountStatus: 'FREE' },
    { 'POST /user/generate-customer-secret': () => refuse('unavailable', 'The provider is away') },
  );
  expect(await screen.findByText('Failed to initialize pricing table')).toBeTruthy();
  expect(screen.getByText('Please refresh the page or contact support')).toBeTruthy();
  first.app.unmount();

  const second = openBilling(
    { accountStatus: 'FREE' },
    {
      'POST /user/generate-customer-secret': () => {
        throw new TypeError('Failed to fetch');
      },
    },
  );
  expect(await screen.findByText('An error occurred while loading pricing information')).toBeTruthy();
  second.app.unmount();

  openBilling({}, { 'GET /user/profile': () => refuse('internal', 'No profile') });
  expect(await screen.findByText('Unable to load billing information')).toBeTruthy();
  expect(screen.getByText('Please refresh the page or contact support if this persists.')).toBeTruthy();
});

test('subscribers see that Premium is active and manage it in a new tab', async () => {
  openBilling({
    accountStatus: 'ACTIVE',
    subscription: trial,
    stripe: { customerPortalUrl: 'http://localhost:3000/settings/billing-portal' },
  });
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const manage = await screen.findByRole('button', { name: 'Manage Subscription' });
  expect(manage.className).toContain('button-contained');
  await userEvent.click(manage);
  expect(open).toHaveBeenCalledWith('http://localhost:3000/settings/billing-portal', '_blank', 'noopener');
  expect(screen.getByText('Active')).toBeTruthy();
  expect(screen.getByText(/^Your free trial lasts until/)).toBeTruthy();
  expect(screen.queryByText('Upgrade for Premium')).toBeNull();
});

test('every status other than FREE is a paid plan', async () => {
  openBilling({ accountStatus: 'LIFETIME' });
  expect(await screen.findByText('Active')).toBeTruthy();
  expect(screen.queryByText('Upgrade for Premium')).toBeNull();
  expect(screen.getAllByText('Premium').length).toBeGreaterThan(0);
});

test('an unpaid amount must be paid before anything else is sold', async () => {
  const { server } = openBilling({
    accountStatus: 'FREE',
    subscription: { ...trial, status: 'past_due' },
    stripe: { customerPortalUrl: 'http://localhost:3000/settings/billing-portal' },
  });
  expect(await screen.findByRole('link', { name: 'Choose another card' })).toBeTruthy();
  expect(server.count('POST /user/generate-customer-secret')).toBe(0);
});

test('after the checkout the plan is refetched, and the address is clean again', async () => {
  signInAs();
  const profile = aProfile();
  profile.settings.accountStatus = 'FREE';
  fakeServer({
    'GET /user/profile': () => answer({ success: true, user: profile, message: '' }),
    'GET /user/billing': billing(true),
    'POST /user/generate-customer-secret': () =>
      answer({ success: true, customerClientSecret: 'x', message: '' }),
    'POST /user/billing/refresh': () => {
      profile.settings.accountStatus = 'ACTIVE';
      return answer({ success: true, accountStatus: 'ACTIVE', message: '' });
    },
  });
  const app = renderApp('/settings?tab=billing&checkout=done', {
    payments: { mode: 'sandbox', pricingTable: null },
  });
  expect(await screen.findByText('Premium is active')).toBeTruthy();
  await waitFor(() => expect(app.address()).toBe('/settings?tab=billing'));
  expect(await screen.findByText('Active')).toBeTruthy();
});

test("the provider's own table gets its key and the secret of this visit", async () => {
  openBilling(
    { accountStatus: 'FREE' },
    {},
    {
      mode: 'live',
      pricingTable: { id: 'prctbl_1', publishableKey: 'pk_test_1' },
    },
  );
  await waitFor(() => expect(document.querySelector('stripe-pricing-table')).toBeTruthy());
  const table = document.querySelector('stripe-pricing-table');
  expect(table?.getAttribute('pricing-table-id')).toBe('prctbl_1');
  expect(table?.getAttribute('customer-session-client-secret')).toBe('demo_cuss_secret_1');
});
