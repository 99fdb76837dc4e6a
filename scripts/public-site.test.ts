import { expect, it } from 'vitest';
import { listBrokenLinks, listRefusedStyles, listUnstyled } from './public-site.ts';

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
  expect(listBrokenLinks(files, (address) => address === '/assets/x.webp')).toEqual([
    'index.html: /docs#b has no such section',
    'index.html: /none leads nowhere',
    'index.html: docs is not an address from the root',
    'docs.html: #c has no such section',
    'docs.html: /assets/y.webp leads nowhere',
  ]);
});

it('finds classes whose rules are in other pages only', () => {
  const files = [
    { file: 'a.html', text: '<style>.card h2{}.card b.best{}</style><p class="card best nowhere">' },
    {
      file: 'b.html',
      text: '<style nonce="x">.lead{}</style><p class="lead">a.card</p><p class="card  lead">',
    },
  ];
  expect(listUnstyled(files)).toEqual(['b.html: .card has rules in other pages only']);
});

it('finds styles that the content security policy refuses', () => {
  const files = [
    { file: 'a.html', text: '<style>@media (width>=600px){.a{}}</style><style>.b{}</style>' },
    { file: 'b.html', text: '<style>@media (width<=600px){.a{}}</style><style>.b{}</style>' },
  ];
  expect(listRefusedStyles(files)).toEqual([
    "b.html: its styles contain a '<', and are refused by the content security policy",
  ]);
});
