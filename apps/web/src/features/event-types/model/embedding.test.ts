import { expect, it } from 'vitest';
import { toFrameAddress, toSnippet } from './embedding.ts';

const address = 'https://book.example.org/ada';

it('writes the page in place, with one event type or all', () => {
  expect(toSnippet({ form: 'inline', address, type: '30-min', label: 'Book' })).toBe(
    '<div data-dayloom="inline" data-username="ada" data-type="30-min"></div>\n' +
      '<script src="https://book.example.org/embed.js" async></script>',
  );
  expect(toSnippet({ form: 'inline', address, type: '', label: 'Book' })).not.toContain('data-type');
});

it('writes buttons whose label cannot end the element', () => {
  const label = 'Talk "now" <b>&';
  expect(toSnippet({ form: 'popup', address, type: '', label })).toContain(
    '<button data-dayloom="popup" data-username="ada">Talk &quot;now&quot; &lt;b>&amp;</button>',
  );
  expect(toSnippet({ form: 'button', address, type: '', label })).toContain(
    'data-label="Talk &quot;now&quot; &lt;b>&amp;"></div>',
  );
});

it('names the address of the frame', () => {
  expect(toFrameAddress(address, '30-min')).toBe('https://book.example.org/ada?embed=1&type=30-min');
});
