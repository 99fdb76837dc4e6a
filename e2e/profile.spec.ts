import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { expectAccessible, openBrowser, origin } from './support/browser.ts';
import { signUp } from './support/sign-up.ts';

/** A PNG of one colour (W3C PNG, 11.2), without a library. */
function png(width: number, height: number): Buffer {
  const crc = (bytes: Buffer) => {
    let sum = 0xffffffff;
    for (const byte of bytes) {
      sum ^= byte;
      for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
    }
    return (sum ^ 0xffffffff) >>> 0;
  };
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x7a)]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

test('set a photo, choose a username, and follow the redirect of the old address', async () => {
  const { page, complaints } = await openBrowser();
  await signUp(page);
  await page.goto('/settings?tab=profile');
  await page.getByRole('button', { name: 'Add photo' }).waitFor();
  await page.setInputFiles('input[type=file]', {
    name: 'me.png',
    mimeType: 'image/png',
    buffer: png(320, 200),
  });
  await page.getByRole('dialog', { name: 'Your photo' }).waitFor();
  await page.getByRole('slider', { name: 'Zoom' }).focus();
  await page.keyboard.press('ArrowRight');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save photo' }).click();
  await page.getByText('Photo saved').waitFor();
  const photo = page.locator('main img[src*="/api/photos/"]');
  await photo.waitFor();
  expect(
    await photo.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBe(512);

  const link = page.getByRole('textbox', { name: 'Your Profile Link' });
  const old = new URL(await link.inputValue()).pathname;
  const input = `weaver-${Date.now().toString(36)}`;
  await page.getByRole('button', { name: 'Change username' }).click();
  await page.getByRole('dialog', { name: 'Change username' }).waitFor();
  await page.keyboard.type(input);
  await page.getByText(`/${input} is free`).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByText('Username changed').waitFor();
  expect(await link.inputValue()).toMatch(new RegExp(`/${input}$`));

  // Unsaved changes elsewhere in the form are not lost without a question.
  await page.getByLabel('Bio').fill('Weaver of days');
  await page.getByRole('tab', { name: 'Billing' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Profile updated successfully').waitFor();

  const moved = await page.request.get(old, { maxRedirects: 0, headers: { accept: 'text/html' } });
  expect(moved.headers()['location']).toBe(`/${input}`);
  await page.goto(old);
  await page.getByRole('heading', { name: 'Maya Okafor' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/${input}`);
  await page.getByText('Weaver of days').waitFor();
  await expectAccessible(page);
  await page.goto('/nobody-has-this-name');
  await page.waitForURL(`${origin}/`);
  expect(complaints).toEqual([]);
});
