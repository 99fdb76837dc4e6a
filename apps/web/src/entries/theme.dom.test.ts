import { beforeEach, expect, test, vi } from 'vitest';

/** The device's colour scheme, and how it reports changes. */
function device(isLight: boolean) {
  const listeners: (() => void)[] = [];
  const system = {
    matches: isLight,
    addEventListener: (_: string, listener: () => void) => listeners.push(listener),
  };
  vi.stubGlobal('matchMedia', () => system);
  return (next: boolean) => {
    system.matches = next;
    for (const listener of listeners) listener();
  };
}

async function load(): Promise<void> {
  vi.resetModules();
  // A classic script, without exports.
  const path = './theme.ts';
  await import(/* @vite-ignore */ path);
}
const shown = () => document.documentElement.dataset['theme'];

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = '<meta name="theme-color" content="#0F0E15">';
});

test('the theme is dark unless somebody chose another, whatever the device says', async () => {
  device(true);
  await load();
  expect(shown()).toBe('dark');
  localStorage.setItem('dayloom.theme', 'neon');
  await load();
  expect(shown()).toBe('dark');
});

test('a choice is applied before the page is shown, and follows the settings', async () => {
  device(false);
  localStorage.setItem('dayloom.theme', 'light');
  await load();
  expect(shown()).toBe('light');
  expect(document.querySelector('meta')?.content).toBe('#F8F7FC');
  localStorage.setItem('dayloom.theme', 'dark');
  window.dispatchEvent(new Event('dayloom:theme'));
  expect(shown()).toBe('dark');
  expect(document.querySelector('meta')?.content).toBe('#0F0E15');
});

test('the theme of the device is followed if that was chosen', async () => {
  const change = device(false);
  localStorage.setItem('dayloom.theme', 'system');
  await load();
  expect(shown()).toBe('dark');
  change(true);
  expect(shown()).toBe('light');
});
