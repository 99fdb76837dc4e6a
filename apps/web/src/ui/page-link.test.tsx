import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useEffect } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { createRouter, type Router, toPath } from '#lib/router.ts';
import { RouterProvider, useSearchParams } from '#lib/use-router.tsx';
import { createMemoryHistory } from '#test/memory-history.ts';
import { PageLink, PlaceLink } from './page-link.tsx';

async function renderLinks(links: ReactNode) {
  const history = createMemoryHistory('/tasks?view=inbox');
  const router = createRouter(history, ({ pathname }) => pathname);
  // jsdom cannot load another page: what reaches the document is the browser's.
  const leftToBrowser: string[] = [];
  const leave = (event: Event) => {
    if (!event.defaultPrevented) leftToBrowser.push((event.target as HTMLElement).textContent);
    event.preventDefault();
  };
  document.addEventListener('click', leave);
  onTestFinished(() => document.removeEventListener('click', leave));
  render(
    <RouterProvider router={router}>
      {(page) => (
        <>
          <h1>{page}</h1>
          {links}
        </>
      )}
    </RouterProvider>,
  );
  await screen.findByRole('heading', { name: '/tasks' });
  return { router, history, leftToBrowser, user: userEvent.setup() };
}

const address = (router: Router) => toPath(router.state.location);

test('a click opens the page with its state; one for another tab is left to the browser', async () => {
  const { router, leftToBrowser, user } = await renderLinks(
    <>
      <PageLink to="/chat" state={{ input: 'ask' }}>
        Chat
      </PageLink>
      <PageLink to="/settings" target="_blank">
        Settings
      </PageLink>
      <PageLink to="/bookings" onClick={(event) => event.preventDefault()}>
        Nothing
      </PageLink>
    </>,
  );
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link', { name: 'Chat' }));
  await user.keyboard('{/Control}');
  await user.click(screen.getByRole('link', { name: 'Settings' }));
  await user.click(screen.getByRole('link', { name: 'Nothing' }));
  expect(leftToBrowser).toEqual(['Chat', 'Settings']);
  expect(address(router)).toBe('/tasks?view=inbox');
  await user.click(screen.getByRole('link', { name: 'Chat' }));
  expect(await screen.findByRole('heading', { name: '/chat' })).toBeTruthy();
  expect(router.state.location.state).toEqual({ input: 'ask' });
  expect(leftToBrowser).toHaveLength(2);
});

test('the link to the page that is open adds no entry to the history', async () => {
  const { router, history, user } = await renderLinks(
    <>
      <PageLink to="?view=inbox">Inbox</PageLink>
      <PageLink to={{ search: '?view=done' }}>Done</PageLink>
    </>,
  );
  await user.click(screen.getByRole('link', { name: 'Inbox' }));
  expect(history.read().index).toBe(0);
  await user.click(screen.getByRole('link', { name: 'Done' }));
  await waitFor(() => expect(history.read().index).toBe(1));
  expect(address(router)).toBe('/tasks?view=done');
});

test('a place says whether it is open, with the pages below it', async () => {
  const { router } = await renderLinks(
    ['/tasks', '/task', '/settings'].map((path) => (
      <PlaceLink key={path} to={path}>
        {path}
      </PlaceLink>
    )),
  );
  const current = () =>
    screen
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'page')
      .map((link) => link.textContent);
  expect(current()).toEqual(['/tasks']);
  await act(() => router.navigate('/Settings/billing-portal/'));
  expect(current()).toEqual(['/settings']);
});

test('a page that changes its address after it was left does not lead back to it', async () => {
  const close: (() => void)[] = [];
  function Details() {
    const [, setQuery] = useSearchParams();
    useEffect(() => {
      const withoutView = (before: URLSearchParams) => {
        before.delete('view');
        return before;
      };
      close.push(() => setQuery(withoutView, { replace: true }));
    }, [setQuery]);
    return null;
  }
  const { router } = await renderLinks(<Details />);
  await act(() => router.navigate('/chat?conversation=1'));
  expect(close).toHaveLength(1);
  act(() => close[0]?.());
  expect(address(router)).toBe('/chat?conversation=1');
});
