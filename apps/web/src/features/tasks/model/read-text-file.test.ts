import { expect, it } from 'vitest';
import { readTextFile, UnreadableTasks } from './read-text-file.ts';

const encode16 = (text: string, isLittle: boolean) => {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return new Uint8Array(view.buffer);
};
const TEXT = '- [ ] Café für Zoë\r\n';

it.each([
  ['UTF-8', new TextEncoder().encode(TEXT)],
  ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${TEXT}`)],
  ['UTF-16, little end first', encode16(`\uFEFF${TEXT}`, true)],
  ['UTF-16, big end first', encode16(`\uFEFF${TEXT}`, false)],
  ['Windows-1252', Uint8Array.from(TEXT, (letter) => letter.charCodeAt(0))],
])('reads %s', (_name, bytes) => {
  expect(readTextFile(bytes)).toBe(TEXT);
});

it('reads UTF-8 that was cut off within a letter, and Windows-1252 that ends like it', () => {
  expect(readTextFile(new TextEncoder().encode('Café für Zoë').slice(0, -1))).toBe('Café für Zo');
  expect(readTextFile(Uint8Array.from('Grand café', (letter) => letter.charCodeAt(0)))).toBe('Grand café');
});

it('reads an empty file', () => {
  expect(readTextFile(new Uint8Array())).toBe('');
});

it.each([
  ['a zip', Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 8, 0, 8, 0])],
  ['UTF-16 without a mark', encode16(TEXT, true)],
  ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
])('refuses %s', (_name, bytes) => {
  expect(() => readTextFile(bytes)).toThrow(UnreadableTasks);
});
