import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createRouter } from '#lib/router.ts';
import { RouterProvider } from '#lib/use-router.tsx';
import { createMemoryHistory } from '#test/memory-history.ts';
import { PageLink } from '#ui/page-link.tsx';
import { CurrentPage } from './current-page.tsx';

function renderPages() {
  const loading = Promise.withResolvers<void>();
  const dashboard = (
    <>
      <h1>Dashboard</h1>
      <input aria-label="Note" />
    </>
  );
  const router = createRouter(createMemoryHistory('/'), ({ pathname }) =>
    pathname === '/' ? dashboard : loading.promise.then(() => <h1>All tasks</h1>),
  );
  render(
    <RouterProvider router={router}>
      {(page) => (
        <>
          <PageLink to="/tasks">Tasks</PageLink>
          <CurrentPage>{page}</CurrentPage>
        </>
      )}
    </RouterProvider>,
  );
  return { router, loading };
}

const bar = () => screen.queryByRole('progressbar', { name: 'Loading the page' });
const heading = (name: string) => screen.queryByRole('heading', { name });

test('a click on a page that is not loaded yet is answered at once, then by a skeleton', async () => {
  const { loading } = renderPages();
  expect(bar()).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Tasks' }));
  expect(bar()).not.toBeNull();
  expect(heading('Dashboard'), 'the page before stays for a moment').not.toBeNull();
  await waitFor(() => expect(heading('Dashboard')).toBeNull());
  expect(bar()).not.toBeNull();
  loading.resolve();
  expect(await screen.findByRole('heading', { name: 'All tasks' })).toBeTruthy();
  expect(bar()).toBeNull();
});

test('going back before the page is loaded shows what was typed', async () => {
  const { router } = renderPages();
  await userEvent.type(screen.getByLabelText('Note'), 'half a thought');
  await userEvent.click(screen.getByRole('link', { name: 'Tasks' }));
  await waitFor(() => expect(heading('Dashboard')).toBeNull());
  await router.navigate('/');
  await waitFor(() => expect(heading('Dashboard')).not.toBeNull());
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('half a thought');
  expect(bar()).toBeNull();
});
