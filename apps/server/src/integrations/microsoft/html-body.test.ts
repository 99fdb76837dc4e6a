import { describe, expect, it } from 'vitest';
import { extractText, htmlWithoutMeeting, htmlWithText } from './html-body.ts';

const LINE = '_'.repeat(80);
const BLOCK = `<div style="width:100%"><span style="white-space:nowrap">${LINE}</span></div><div class="me-email-text"><div><span>Microsoft Teams meeting</span></div><div><a href="https://teams.microsoft.com/l/meetup-join/19%3ameeting_x/0">Join the meeting now</a></div></div><div><span>${LINE}</span></div>`;
const page = (content: string) =>
  `<html><head>\r\n<meta charset="utf-8"><style>p { margin: 0 }</style></head>\r\n<body lang="en">\r\n${content}\r\n</body></html>`;

describe('the text of HTML', () => {
  it.each([
    ['<p>One</p>\r\n<p>Two &amp; <b>three</b></p>', 'One\nTwo & three'],
    ['<div>One</div><div><br></div><div>Two</div>', 'One\n\nTwo'],
    ['One<br>\r\nTwo\r\nwords', 'One\nTwo words'],
    ['<ul><li>One</li><li></li><li>Two</li></ul>', '- One\n- Two'],
    ['if a < b &lt; c &unknown; &#65;&#x42;&#160;x', 'if a < b < c &unknown; AB x'],
    ['caf&eacute; &euro;5 &#x1F600; &CounterClockwiseContourIntegral;', 'caf\u00E9 \u20AC5 \u{1F600} \u2233'],
    ['<a title="a > b">x</a><!-- <p>no</p> --><script>1 < 2</script>y', 'xy'],
    ['<p>never ends', 'never ends'],
  ])('%j', (html, text) => {
    expect(extractText(html)).toBe(text);
    expect(extractText(page(html))).toBe(text);
  });

  it('leaves out the block of an online meeting, and no other lines', () => {
    expect(extractText(page(`<p>Agenda</p>${BLOCK}<p>After</p>`))).toBe('Agenda\n\nAfter');
    expect(extractText(page(`<p>${LINE}</p><p>Mine</p><p>${LINE}</p>`))).toBe(`${LINE}\nMine\n${LINE}`);
  });

  it.each(['<', '&', '<a ', '<!--', '<a "', '&#1', '<style>', '____________________ '])(
    'is read in one pass: %j',
    (piece) => {
      const before = process.cpuUsage();
      extractText(piece.repeat(Math.ceil(300_000 / piece.length)));
      const { user, system } = process.cpuUsage(before);
      expect((user + system) / 1000).toBeLessThan(4_000);
    },
  );
});

describe('a new text in HTML', () => {
  const html = page(`<p style="x">Agenda: <b>one</b>, two</p><p>Bring a <i>pen</i></p>${BLOCK}`);

  it('keeps the markup of unchanged text', () => {
    expect(htmlWithText(html, 'Agenda: one, three\nBring a pen')).toBe(html.replace('two', 'three'));
    expect(htmlWithText(html, 'Agenda: one, two\nBring a pen\nand <paper>')).toBe(
      html.replace('<i>pen</i>', '<i>pen<br>and &lt;paper&gt;</i>'),
    );
    expect(htmlWithText(html, extractText(html))).toBe(html);
  });

  it('replaces changed words whole', () => {
    expect(htmlWithText('<p>Bring <b>three</b> pens', 'Bring more pens')).toBe('<p>Bring <b>more</b> pens');
    expect(htmlWithText('<p>One<br>two <b>three', 'New lines, and more')).toBe('<p>New lines, and more<b>');
  });

  it.each(['', 'All new', 'Two\n\nlines', 'Agenda: two', 'Bring a pen', '  two  spaces', 'a'])(
    'is inserted, and keeps the block of the meeting: %j',
    (text) => {
      const changed = htmlWithText(html, text);
      expect(changed).toContain(BLOCK);
      expect(extractText(changed).replaceAll(/ +/g, ' ').trim()).toBe(text.replaceAll(/ +/g, ' ').trim());
    },
  );

  it('does not double a block that the text still has', () => {
    const text = `New\n${LINE}\nMicrosoft Teams meeting\nJoin the meeting now\n${LINE}`;
    const changed = htmlWithText(html, text);
    expect(changed.split('meetup-join')).toHaveLength(2);
    expect(extractText(changed)).toBe('New');
  });

  it('removes the block from a copy', () => {
    expect(htmlWithoutMeeting(html)).not.toContain('meetup-join');
    expect(extractText(htmlWithoutMeeting(html))).toBe(extractText(html));
  });
});
