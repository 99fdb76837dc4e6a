import { expect, test } from 'vitest';
import { frame } from '../components/frame.ts';
import { html } from '../components/html.ts';
import { readMarkdown } from '../model/markdown.ts';
import { findPage } from './site-routes.ts';

const paths = [
  '/',
  '/features',
  '/features/sms-reminders',
  '/blog',
  '/blog/a-plan-that-can-explain-itself',
  '/policies',
  '/policies/privacy-policy',
  '/policies/terms-and-conditions',
];

test.each(paths)('%s is a complete page that obeys the content security policy', async (path) => {
  const page = (await findPage(path))?.('Loomly');
  expect(page?.title).toContain('Loomly');
  expect(page?.description.length).toBeGreaterThan(20);
  const root = document.createElement('div');
  root.innerHTML = frame('Loomly', path, page?.body ?? html``).text;
  expect(root.querySelectorAll('h1')).toHaveLength(1);
  expect(root.querySelector('[style], script, [onclick]')).toBeNull();
  expect(root.textContent).not.toMatch(/\{product\}|undefined|\[object/);
});

test('home links to sign-up and login', async () => {
  const root = document.createElement('div');
  root.innerHTML = (await findPage('/'))?.('Dayloom')?.body.text ?? '';
  const link = (name: string) =>
    [...root.querySelectorAll('a')].find((a) => a.textContent === name)?.getAttribute('href');
  expect(link('Get started')).toBe('/signup');
  expect(link('Log in')).toBe('/login');
  expect(root.textContent).toContain('Free trial, no credit card.');
});

test.each(['/blog/none', '/features/none', '/policies/none', '/blog/a/b', '/elsewhere'])(
  '%s is no page',
  async (path) => {
    expect((await findPage(path))?.('Dayloom') ?? null).toBeNull();
  },
);

test('values in markup are escaped', () => {
  expect(html`<p title="${'"x"'}">${'<b>'} ${[html`<i></i>`, '&']}</p>`.text).toBe(
    '<p title="&quot;x&quot;">&lt;b&gt; <i></i>&amp;</p>',
  );
});

test('our subset of Markdown is rendered, and everything else is escaped', () => {
  const { facts, body } = readMarkdown(
    '---\ntitle: A: b\n---\n\n## Head\n\nOne *two* **three**\n[four](/x) <script>\n\n- a\n  b\n- c\n\n[bad](javascript:alert(1))',
    'Dayloom',
  );
  expect(facts).toEqual({ title: 'A: b' });
  expect(body.text).toBe(
    [
      '<h2>Head</h2>',
      '<p>One <em>two</em> <strong>three</strong> <a href="/x">four</a> &lt;script&gt;</p>',
      '<ul><li>a b</li><li>c</li></ul>',
      '<p>[bad](javascript:alert(1))</p>',
    ].join('\n'),
  );
});
