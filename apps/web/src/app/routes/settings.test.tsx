import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { stopImport } from '#features/calendar-accounts/model/import-run.ts';
import { answer, fakeServer, refuse } from '#test/fake-server.ts';
import { aProfile, signInAs } from '#test/fixtures.ts';
import { renderApp } from '#test/render-app.tsx';

async function openSettings(address: string, handlers: Parameters<typeof fakeServer>[0] = {}) {
  signInAs();
  const server = fakeServer(handlers);
  const user = userEvent.setup();
  const app = renderApp(address);
  await screen.findByRole('tablist');
  return { server, user, app };
}

const selected = () =>
  screen.getAllByRole('tab').find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent;

test.each([
  ['profile', 'Share this link to let others connect with you'],
  ['billing', 'Manage your subscription and billing preferences'],
  ['preferences', 'Receive email updates about your account activity'],
  ['preferences', 'Receive push notifications in your browser'],
  ['preferences', 'Receive updates about new features and promotions'],
])('the tab %s shows %j', async (tab, text) => {
  await openSettings(`/settings?tab=${tab}`);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('accounts is the default tab, and changing the tab changes the address', async () => {
  const { user, app } = await openSettings('/settings');
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Profile',
    'Accounts',
    'Billing',
    'Preferences',
    'Working hours',
    'Scheduling',
    'Booking',
    'Security',
    'Apps and tokens',
    'Data',
  ]);
  expect(selected()).toBe('Accounts');
  expect(await screen.findByText('Connected Accounts')).toBeTruthy();
  expect(screen.getByText('Manage third-party services connected to your account.')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Billing' }));
  expect(app.address()).toBe('/settings?tab=billing');
  expect(selected()).toBe('Billing');
  expect(screen.getByText('Billing & Subscription')).toBeTruthy();
});

test('says that it is loading', async () => {
  await openSettings('/settings', { 'GET /user/profile': () => new Promise<Response>(() => {}) });
  expect(await screen.findByText('Loading settings...')).toBeTruthy();
});

test('only the changed fields are saved, trimmed', async () => {
  const { server, user } = await openSettings('/settings?tab=profile', {
    'PUT /user/update-profile': () =>
      answer({
        success: true,
        user: aProfile({ lastName: 'Weber' }),
        message: 'Profile updated successfully',
      }),
  });
  const last = await screen.findByLabelText('Last Name');
  await user.clear(last);
  await user.type(last, ' Weber ');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Profile updated successfully')).toBeTruthy();
  expect(server.seen.find(({ method }) => method === 'PUT')?.body).toEqual({ lastName: 'Weber' });
  expect(screen.getByLabelText<HTMLInputElement>('Last Name').value).toBe('Weber');
});

test('nothing changed, a blank name and a failure each have their message', async () => {
  const { user } = await openSettings('/settings?tab=profile', {
    'PUT /user/update-profile': () => refuse('internal', 'Something broke'),
  });
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const first = await screen.findByLabelText('First Name');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('No changes to save')).toBeTruthy();
  await user.clear(first);
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('First name and last name are required')).toBeTruthy();
  await user.type(first, 'Mia');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Failed to update profile')).toBeTruthy();
  expect((first as HTMLInputElement).value).toBe('Mia');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect((first as HTMLInputElement).value).toBe('Maya');
});

test('the email cannot be changed, the bio has its placeholder, the links can be copied', async () => {
  const { user } = await openSettings('/settings?tab=profile');
  const email = (await screen.findByLabelText('Email')) as HTMLInputElement;
  expect(email.readOnly).toBe(true);
  expect(screen.getByText('Email cannot be changed')).toBeTruthy();
  expect(screen.getByPlaceholderText('Tell us a little about yourself').getAttribute('rows')).toBe('4');
  const [profileCopy, referralCopy] = screen.getAllByRole('button', { name: 'Copy' });
  await user.click(profileCopy as HTMLElement);
  expect(await screen.findByText('Copied!')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/maya-okafor');
  await user.click(referralCopy as HTMLElement);
  expect(await screen.findByText('Referral link copied to clipboard!')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/?ref=MAYA-7Q2K`);
});

test("the referral link opens the system's share sheet; closing it is no failure", async () => {
  const share = vi.fn().mockRejectedValueOnce(new DOMException('Closed', 'AbortError'));
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  const { user } = await openSettings('/settings?tab=profile');
  const button = await screen.findByRole('button', { name: 'Share' });
  await user.click(button);
  expect(screen.queryByText(/Referral link shared|Sharing failed/)).toBeNull();
  share.mockResolvedValueOnce(undefined);
  await user.click(button);
  expect(await screen.findByText('Referral link shared successfully!')).toBeTruthy();
  expect(share).toHaveBeenCalledWith({ title: 'Dayloom', url: `${window.location.origin}/?ref=MAYA-7Q2K` });
  share.mockRejectedValueOnce(new TypeError('No'));
  await user.click(button);
  expect(await screen.findByText('Sharing failed. Copy the link instead.')).toBeTruthy();
  Reflect.deleteProperty(navigator, 'share');
});

test('without a code the referral card says when it will appear', async () => {
  await openSettings('/settings?tab=profile', {
    'GET /user/profile': () => answer({ success: true, user: aProfile({ referralCode: '' }), message: '' }),
  });
  expect(
    await screen.findByText('Your referral code will appear here once your profile is fully set up.'),
  ).toBeTruthy();
});

test('preferences are switches named by their heading and switch at once', async () => {
  const { user } = await openSettings('/settings?tab=preferences', {
    // Switched before the server has answered.
    'PATCH /user/preferences': () => new Promise<never>(() => {}),
  });
  const email = (await screen.findByRole('switch', { name: 'Email Notifications' })) as HTMLInputElement;
  expect(email.checked).toBe(true);
  await user.click(email);
  await waitFor(() => expect(email.checked).toBe(false));
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Push Notifications' }).checked).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Marketing Communications' }).checked).toBe(
    false,
  );
});

test('the primary calendar comes first, with its first tag as label', async () => {
  const profile = aProfile();
  const base = { domain: 'google', type: 'work', isPrimary: false } as const;
  profile.settings.calendars = [
    { ...base, id: '1', email: 'second@example.com', tags: [] },
    { ...base, id: '2', email: 'first@example.com', tags: ['Team', 'Old'], isPrimary: true },
  ];
  await openSettings('/settings', {
    'GET /user/profile': () => answer({ success: true, user: profile, message: '' }),
  });
  const rows = (await screen.findAllByText(/@example\.com$/)).map((row) => row.textContent);
  expect(rows[0]).toContain('first@example.com');
  expect(screen.getByDisplayValue('Team')).toBeTruthy();
  expect(screen.queryByDisplayValue('Old')).toBeNull();
});

test('an unknown tab shows the default', async () => {
  await openSettings('/settings?tab=nonsense');
  await waitFor(() => expect(selected()).toBe('Accounts'));
});

const asksBeforeLeaving = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test('unsaved changes of the profile are not lost without a question', async () => {
  const { user, app } = await openSettings('/settings?tab=profile');
  const bio = await screen.findByLabelText<HTMLTextAreaElement>('Bio');
  expect(asksBeforeLeaving()).toBe(false);
  await user.type(bio, 'Weaver');
  expect(asksBeforeLeaving()).toBe(true);
  await user.click(screen.getByRole('tab', { name: 'Billing' }));
  const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }));
  await user.click(question.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(app.address()).toBe('/settings?tab=profile');
  expect(bio.value).toBe('Weaver');
  await user.click(screen.getByRole('link', { name: 'Dashboard' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(app.address()).toBe('/dashboard'));
  // The address changes before the page does.
  await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
});

test('Back asks before unsaved changes are lost, and leaves after the answer', async () => {
  const { user, app } = await openSettings('/settings?tab=accounts');
  await user.click(screen.getByRole('tab', { name: 'Profile' }));
  const bio = await screen.findByLabelText<HTMLTextAreaElement>('Bio');
  await user.type(bio, 'Weaver');
  app.history.go(-1);
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([app.address(), app.history.read().index]).toEqual(['/settings?tab=profile', 1]);
  expect(bio.value).toBe('Weaver');
  app.history.go(-1);
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(selected()).toBe('Accounts'));
  expect([app.address(), app.history.read().index]).toEqual(['/settings?tab=accounts', 0]);
});

describe('an import', () => {
  // An import belongs to the browser tab, not to a page.
  afterEach(stopImport);
  /** Files are uploaded with XMLHttpRequest; the test decides when it responds. */
  function holdUploads() {
    const held: { answer: (status: number, body: object) => void; isAborted: boolean }[] = [];
    class HeldRequest extends EventTarget {
      upload = new EventTarget();
      status = 0;
      responseText = '';
      open() {}
      setRequestHeader() {}
      abort() {
        mine.isAborted = true;
        this.dispatchEvent(new Event('abort'));
      }
      send() {
        held.push(mine);
        mine.answer = (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.dispatchEvent(new Event('load'));
        };
      }
    }
    const mine = { answer: (_status: number, _body: object) => {}, isAborted: false };
    vi.stubGlobal('XMLHttpRequest', HeldRequest);
    return held;
  }
  const report = {
    calendarId: crypto.randomUUID(),
    events: 3,
    created: 3,
    updated: 0,
    unchanged: 0,
    todos: 0,
    problems: [],
    problemCount: 0,
  };
  async function begin() {
    const held = holdUploads();
    const page = await openSettings('/settings', {
      'GET /calendars': () => answer({ success: true, calendars: [], message: '' }),
      'GET /tasks': () => answer({ success: true, tasks: [], nextCursor: null, counts: {}, message: '' }),
    });
    await page.user.upload(
      await screen.findByLabelText('Calendar file'),
      new File(['BEGIN:VCALENDAR'], 'Work.ics', { type: 'text/calendar' }),
    );
    await waitFor(() => expect(held).toHaveLength(1));
    return { ...page, held };
  }
  test('goes on when the page is left, and shows its progress and result elsewhere', async () => {
    const { app, held } = await begin();
    expect(asksBeforeLeaving()).toBe(true);
    await act(() => app.router.navigate('/chat'));
    await waitFor(() => expect(screen.queryByText('Connected Accounts')).toBeNull());
    expect(held[0]?.isAborted).toBe(false);
    await act(() => app.router.navigate('/settings'));
    expect(await screen.findByRole('progressbar', { name: 'Import' })).toBeTruthy();
    await act(() => app.router.navigate('/chat'));
    held[0]?.answer(200, { success: true, report, message: '' });
    expect(await screen.findByText('Work.ics: 3 events read: 3 new.')).toBeTruthy();
    expect(asksBeforeLeaving()).toBe(false);
  });

  test('shows a failure elsewhere and can be retried', async () => {
    const { app, held, user } = await begin();
    await act(() => app.router.navigate('/chat'));
    held[0]?.answer(400, {
      success: false,
      code: 'invalid_request',
      message: 'This is no calendar.',
      requestId: 'r',
    });
    expect(await screen.findByText('Work.ics was not imported. This is no calendar.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(held).toHaveLength(2));
  });

  test('is cancelled by its button', async () => {
    const { held, user } = await begin();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(held[0]?.isAborted).toBe(true);
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(asksBeforeLeaving()).toBe(false);
  });
});
