import { describe, expect, it } from 'vitest';
import { constructedBy, findSlowText, readExpressions } from './regular-expressions.ts';

/** Each needs more than linear time for another reason; next to it an equivalent in linear time. */
const fixtures: Record<string, { slow: RegExp; fast: RegExp }> = {
  'nested repeats': { slow: /^(a+)+$/, fast: /^a+$/ },
  'alternatives that overlap': { slow: /^(?:a|a)*$/, fast: /^(?:a|b)*$/ },
  'neighbours that overlap': { slow: /^\s*(\d*)\s*$/, fast: /^\s*(?:(\d+)\s*)?$/ },
  'three neighbours that overlap': { slow: /^(#{1,6})\s+(.+?)\s*#*$/, fast: /^(#{1,6})\s+(\S.*)$/ },
  'a word inside of a repeat': {
    slow: /^[A-Z]+;[^:]*QUOTED-PRINTABLE[^:]*:/i,
    fast: /^[A-Z]+;(?=[^:]*QUOTED-PRINTABLE)[^:]*:/i,
  },
  'a repeat that begins anywhere': { slow: /\s+$/, fast: /(?<!\s)\s+$/ },
  'one of two ends': { slow: /^-+|-+$/g, fast: /^-+|(?<!-)-+$/g },
  'lines that begin where the repeat goes on': {
    slow: /^TRANSP[^:\n]*:\s*TRANSPARENT/im,
    fast: /(?:^|\n)TRANSP[^:\n]*:[ \t]*TRANSPARENT/i,
  },
  'something without its end': { slow: /<Message>(.*?)<\/Message>/gs, fast: /<Message>([^<]*)<\/Message>/g },
  'a lookahead that is asked again and again': {
    slow: /(?<![\w-])[\w-]{20,}(?![\w-]*\.js)/g,
    fast: /(?<![\w-])[\w-]{20,}(?![\w-]|\.js)/g,
  },
  'a lookahead that finds what it looks for': { slow: /a(?=a*b)/g, fast: /a(?=a{0,9}b)/g },
  'a sticky one, tried at each place': { slow: /\s*\n/y, fast: /\n/y },
};

describe('regular expressions', () => {
  for (const [name, { slow, fast }] of Object.entries(fixtures)) {
    it(`finds ${name}`, () => {
      expect(findSlowText(slow)).not.toBeNull();
      expect(findSlowText(fast)).toBeNull();
    });
  }

  it('are found in literals and constructors, but not in comments or with short input', () => {
    const source = [
      'const one = /a+/g; // like /b+/',
      "const two = new RegExp('c+', 'i');",
      'const three = (word: string) => RegExp(`${word}+`);',
      '// short-input: the name of a header, at most 40 characters',
      'const four = /d+$/;',
      'const five = <p>{/e+/.source}</p>;',
    ].join('\n');
    expect(readExpressions('a.tsx', source).map(({ where, expression }) => `${where} ${expression}`)).toEqual(
      ['a.tsx:1 /a+/g', 'a.tsx:2 /c+/i', 'a.tsx:3 null', 'a.tsx:6 /e+/'],
    );
  });

  it('are captured when they are constructed', async () => {
    const made = await constructedBy(() => Promise.resolve(new RegExp(['(?:', 'a+', ')+'].join(''), 'y')));
    expect(made.map(String)).toEqual(['/(?:a+)+/y']);
    expect(await constructedBy(() => Promise.resolve())).toEqual([]);
  });
});
