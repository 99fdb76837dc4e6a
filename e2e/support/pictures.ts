import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { measureDifference, writePicture } from '../../apps/web/site/write-picture.ts';

const FOLDER = path.join(import.meta.dirname, '../../apps/web/content/pictures');
const LABELS_FILE = path.join(import.meta.dirname, 'picture-labels.json');
const ARTIFACTS = path.join(import.meta.dirname, '../artifacts');

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether the committed pictures are replaced rather than compared. */
    arePicturesTaken: boolean;
  }
}

/** Elements whose names are the interface's own words. */
const LABEL = /^\s*- '?(button|checkbox|combobox|dialog|heading|link|radio|switch|tab|textbox) "([^"\\]+)"/gm;
/** Names with a date, a figure or a title in quotes, and the bell's, change from week to week, or with the plan. */
const IS_DATA =
  /\d|['’]|^(?:Notifications|Tomorrow)$|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)/;

/** The largest difference of two pixels, out of 255. Another plan that is as good makes up to 3, a sheet more or less 15. */
const MAX_DIFFERENCE = 5;

/** Saves what the page shows as the picture of this name in both themes, or expects the saved ones to show the same. */
export async function takePicture(page: Page, name: string): Promise<void> {
  await hideNotices(page);
  // Fonts and pictures are drawn, nothing moves, and the bell, which is loaded last, is there.
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => page.evaluate(isBellPending)).toBe(false);
  if (inject('arePicturesTaken')) saveLabels(name, await listLabels(page));
  else
    await expect
      .poll(() => listLabels(page), { message: `the picture ${name} is out of date: run 'npm run pictures'` })
      .toEqual(readLabels()[name]);
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((shown) => {
      document.documentElement.dataset['theme'] = shown;
    }, theme);
    const file = theme === 'dark' ? name : `${name}-light`;
    const screenshot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    if (inject('arePicturesTaken')) {
      const size = await writePicture(FOLDER, file, screenshot);
      console.log(`${name}, ${theme}: ${(size / 1000).toFixed(0)} kB`);
    } else await expectSame(file, screenshot);
  }
}

/** Hides what belongs to the moment: that this server simulates other services, and what was just done. */
function hideNotices(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>(
      '.shell-notices-sandbox, [data-toasts], [class*="toast"]',
    ))
      element.style.display = 'none';
  });
}

const isBellPending = () =>
  document.querySelector('.top-bar-bell') !== null && !document.querySelector('.bell');

async function listLabels(page: Page): Promise<string[]> {
  const snapshot = await page.locator('body').ariaSnapshot();
  const labels = [...snapshot.matchAll(LABEL)]
    .filter(([, , label = '']) => !IS_DATA.test(label))
    .map(([, role, label]) => `${role} ${label}`);
  return [...new Set(labels)].sort();
}

function readLabels(): Record<string, string[]> {
  return existsSync(LABELS_FILE) ? JSON.parse(readFileSync(LABELS_FILE, 'utf8')) : {};
}

function saveLabels(name: string, labels: string[]): void {
  const all = Object.entries({ ...readLabels(), [name]: labels }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(LABELS_FILE, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}

async function expectSame(file: string, screenshot: Buffer): Promise<void> {
  const saved = readFileSync(path.join(FOLDER, `${file}.webp`));
  const difference = await measureDifference(saved, screenshot);
  if (difference > MAX_DIFFERENCE) {
    mkdirSync(ARTIFACTS, { recursive: true });
    writeFileSync(path.join(ARTIFACTS, `${file}.png`), screenshot);
  }
  expect(
    difference,
    `the picture ${file} is out of date, see e2e/artifacts: run 'npm run pictures'`,
  ).toBeLessThanOrEqual(MAX_DIFFERENCE);
}
