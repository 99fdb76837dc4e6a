import { describe, expect, it } from 'vitest';
import { readMarkdown, toPlainText } from './markdown.ts';

const text = (text: string) => ({ kind: 'text', text });

describe('notes', () => {
  it('are parsed block by block', () => {
    expect(
      readMarkdown('# Plan\nOne\ntwo\n\n- a\n- [x] b\n1. c\n> d\n```\n<b>\n```\n---').map(({ kind }) => kind),
    ).toEqual(['heading', 'paragraph', 'list', 'list', 'quote', 'code', 'rule']);
  });

  it('support emphasis, code and links', () => {
    expect(readMarkdown('a **b *c* d** `d` [e](https://e.test) https://f.test.')).toMatchObject([
      {
        lines: [
          [
            text('a '),
            { kind: 'strong' },
            text(' '),
            { kind: 'code', text: 'd' },
            text(' '),
            { kind: 'link', href: 'https://e.test' },
            text(' '),
            { kind: 'link', href: 'https://f.test' },
            text('.'),
          ],
        ],
      },
    ]);
  });

  it('leave names with underscores alone', () => {
    expect(readMarkdown('some_file_name 2*3*4')).toEqual([
      { kind: 'paragraph', lines: [[text('some_file_name 2*3*4')]] },
    ]);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,x)',
    '<img src=x onerror=alert(1)>',
    '[x](//evil.test)',
  ])('make no link and no element of %s', (source) => {
    expect(readMarkdown(source)).toEqual([{ kind: 'paragraph', lines: [[text(source)]] }]);
  });

  it('never hang on an unfinished construct', () => {
    const hostile = `${'*'.repeat(5_000)} ${'['.repeat(5_000)} ${'- '.repeat(5_000)}`;
    expect(readMarkdown(hostile).length).toBeGreaterThan(0);
  });
});

it('notes as plain text keep the words only', () => {
  expect(
    toPlainText(
      '# Plan\n\nSee [the **list**](https://a.test) and `x`\n> quoted\n---\n- [x] one\n- two\n```\na\nb\n```',
    ),
  ).toBe('Plan See the list and x quoted one two a b');
  expect(toPlainText('---\n\n')).toBe('');
});
