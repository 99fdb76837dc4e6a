import { expect, it } from 'vitest';
import { findBrokenLinks } from './public-site.ts';

it('finds links that lead nowhere, and follows those to pages, sections and built files', () => {
  const files = [
    {
      file: 'index.html',
      text: '<a href="/docs"> <a href="/docs#a"> <a href="/docs#b"> <a href="/none"> <a href="docs"> <a href="/login"> <link href="__ORIGIN__/">',
    },
    {
      file: 'docs.html',
      text: '<h2 id="a"> <a href="#a"> <a href="#c"> <img src="/assets/x.webp"> <img src="/assets/y.webp">',
    },
    { file: 'blog/feed.xml', text: '<feed href="/anywhere">' },
  ];
  expect(findBrokenLinks(files, (address) => address === '/assets/x.webp')).toEqual([
    'index.html: /docs#b has no such section',
    'index.html: /none leads nowhere',
    'index.html: docs is not an address from the root',
    'docs.html: #c has no such section',
    'docs.html: /assets/y.webp leads nowhere',
  ]);
});
