import { beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '#test/server.ts';

let server: TestServer;
let address: string;
let username: string;

beforeAll(async () => {
  server = await openTestServer();
  const { profile } = await server.signUp({ firstName: 'Maya', timeZone: 'Europe/Berlin' });
  username = profile.username;
  address = profile.publicProfileLink;
});

const embed = (url: string, more = '') =>
  server.call('GET', `/api/oembed?url=${encodeURIComponent(url)}${more}`);

test('a site that embeds addresses gets a frame with the page', async () => {
  const { status, body } = await embed(
    `${address}?type=30-min&name=%22%3E%3Cscript%3E&token=secret`,
    '&maxwidth=400',
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({ version: '1.0', type: 'rich', width: 400, height: 720 });
  expect(body['title']).toMatch(/^Book time with Maya /);
  const src =
    /^<iframe src="([^"]*)" title="[^"]*" width="400" height="720" style="border:0" loading="lazy"><\/iframe>$/
      .exec(body['html'])?.[1]
      ?.replaceAll('&#38;', '&');
  const frameUrl = new URL(src ?? '');
  expect(frameUrl.pathname).toBe(`/${username}`);
  expect(Object.fromEntries(frameUrl.searchParams)).toEqual({
    type: '30-min',
    name: '"><script>',
    embed: '1',
  });
});

test('only booking pages of this server can be embedded', async () => {
  const origin = new URL(address).origin;
  const wrong = [
    'https://example.org/ada',
    `${origin}/dashboard`,
    `${origin}/nobody-here`,
    `${origin}/p/x`,
    'no address',
  ];
  const answers = await Promise.all(wrong.map((url) => embed(url)));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await embed(address, '&format=xml')).status).toBe(400);
  expect((await embed(address, '&maxwidth=-1')).status).toBe(400);
});
