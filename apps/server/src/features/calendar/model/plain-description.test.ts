import { describe, expect, it } from 'vitest';
import { htmlToText, textToHtml, toReadableDescription } from './plain-description.ts';

describe("descriptions in Google's HTML", () => {
  it.each([
    ['plain\ntext', 'plain\ntext'],
    ['one<br>two<br/>three<br />\nfour', 'one\ntwo\nthree\nfour'],
    ['<p>first</p><p>second</p>', 'first\nsecond\n'],
    ['<ul><li>milk</li><li>bread</li></ul>', '- milk\n- bread\n\n'],
    ['see <a href="https://x.example">the page</a>', 'see the page'],
    ['a < b &amp; c &gt; d &#39;e&#x27;&nbsp;&euro; &unknown;', "a < b & c > d 'e' \u20AC &unknown;"],
    ['<script>alert(1)</script>after', 'after'],
    ['before<script src=x>alert(1)', 'before'],
    ['<img src=x onerror=alert(1)>', ''],
    ['<!-- hidden -->shown', 'shown'],
    // No character has these numbers. Browsers show the same.
    ['&#99999999;&#1114112;', '\uFFFD\uFFFD'],
  ])('%j', (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each([
    'a < b',
    '<b>not bold</b>',
    '&lt;',
    'x &amp; y',
    '1 & 2',
    '<script>alert(1)</script>',
    'line\nline',
  ])('returns unchanged: %j', (text) => {
    expect(htmlToText(textToHtml(text))).toBe(text);
  });
});

it.each([
  ['<p>Bring the <b>slides</b></p><p>Room&nbsp;5</p>', 'Bring the slides\nRoom 5'],
  ['Join <a href="https://x.example/1" target="_blank">here</a>', 'Join here (https://x.example/1)'],
  ['<a href="https://x.example/1">https://x.example/1</a>', 'https://x.example/1'],
  ['if a < b &amp; c', 'if a < b &amp; c'],
  ['Mail Ana <ana@example.org>', 'Mail Ana <ana@example.org>'],
  ['line\n\n\nline', 'line\n\n\nline'],
])('%j is read out as text', (description, text) => {
  expect(toReadableDescription(description)).toBe(text);
});
