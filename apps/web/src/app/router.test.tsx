import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { AuthSession } from '#features/account/model/auth-session.ts';
import { createQueryClient } from '#lib/query-client.ts';
import { createRouter } from '#lib/router.ts';
import { answer, fakeServer } from '#test/fake-server.ts';
import { config } from '#test/fixtures.ts';
import { createMemoryHistory } from '#test/memory-history.ts';
import { Pages } from './pages.tsx';
import { Providers } from './providers.tsx';
import { createPart, loadPage, type OpenedPage } from './router.tsx';
import { RouteFeatureCrash } from './routes/root.tsx';

test.each([
  ['/tasks', 'Tasks'],
  ['/Tasks/', 'Tasks'],
  ['/settings/billing-portal', 'Settings'],
  ['/login', null],
  ['/upgrade/', null],
  ['/constructor', null],
])('%s is a page with the title %s in the shell', async (pathname, title) => {
  const { handle, Shell } = await loadPage({ pathname });
  expect([handle?.title ?? null, Shell !== null]).toEqual([title, title !== null]);
});

test('a page is there at once when its scripts were loaded before', async () => {
  const first = loadPage({ pathname: '/chat' });
  expect(first).toBeInstanceOf(Promise);
  const opened = await first;
  expect(loadPage({ pathname: '/chat' })).toEqual(opened);
});

/** Pages in a shell with a note, whose scripts the test makes. */
async function renderPages(load: (pathname: string) => OpenedPage['Page'] | Promise<OpenedPage['Page']>) {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // Takes the reports of the failures.
  fakeServer({ 'POST /client-errors': () => answer({ success: true }) });
  const Shell: OpenedPage['Shell'] = ({ children }) => (
    <>
      <input aria-label="Note" />
      {children}
    </>
  );
  const history = createMemoryHistory('/tasks');
  const router = createRouter<OpenedPage>(history, async ({ pathname }) => ({
    Page: await load(pathname),
    Shell,
    handle: null,
  }));
  const queryClient = createQueryClient();
  render(
    <Providers config={config} session={new AuthSession(config)} queryClient={queryClient}>
      <Pages router={router} />
    </Providers>,
  );
  await screen.findByText('The tasks');
  return { router, history, user: userEvent.setup() };
}

test('a page whose script fails is an entry of its own, is tried again, and leaves the shell as it is', async () => {
  let isBroken = true;
  const loadChat = createPart(RouteFeatureCrash, async () => {
    if (isBroken) throw new Error('The file is gone');
    return () => <p>The chat</p>;
  });
  const { router, history, user } = await renderPages((pathname) =>
    pathname === '/chat' ? loadChat() : () => <p>The tasks</p>,
  );
  await user.type(screen.getByLabelText('Note'), 'half a thought');
  await act(() => router.navigate('/chat'));
  expect(screen.getByRole('alert').textContent).toContain('Oops! Something went wrong');
  expect(router.state.location.pathname).toBe('/chat');
  const first = screen.getByRole('alert');
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  // Another attempt has another notice, which must not come during the next click.
  await waitFor(() => expect(screen.getByRole('alert')).not.toBe(first));
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('The chat')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
  history.go(-1);
  expect(await screen.findByText('The tasks')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('half a thought');
});

test('a page that breaks while it is shown can be tried again, and another page opens', async () => {
  let isBroken = true;
  const Chat = () => {
    if (isBroken) throw new Error('Broken');
    return <p>The chat</p>;
  };
  const { router, user } = await renderPages((pathname) =>
    pathname === '/chat' ? Chat : () => <p>The tasks</p>,
  );
  await act(() => router.navigate('/chat'));
  expect(screen.getByRole('alert').textContent).toContain('Oops! Something went wrong');
  await act(() => router.navigate('/tasks'));
  expect(screen.getByText('The tasks')).toBeTruthy();
  await act(() => router.navigate('/chat'));
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByText('The chat')).not.toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});
