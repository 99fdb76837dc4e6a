import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Snackbar, showSnackbar } from './snackbar.tsx';

test('it hides after 6 seconds', async () => {
  vi.useFakeTimers();
  render(<Snackbar />);
  act(() => showSnackbar('Profile updated successfully', 'success'));
  expect(screen.getByText('Profile updated successfully')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(5_900));
  expect(screen.queryByText('Profile updated successfully')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.queryByText('Profile updated successfully')).toBeNull();
});
