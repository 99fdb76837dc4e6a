import { describe, expect, it } from 'vitest';
import { type DavMember, readMembers } from './dav-members.ts';

async function read(text: string, pieces = 1) {
  const bytes = new TextEncoder().encode(text);
  const size = Math.ceil(bytes.length / pieces);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const members: DavMember[] = [];
  const { syncToken } = await readMembers(new Response(body), (member) => members.push(member));
  return { members, syncToken };
}

const answer = `<?xml version="1.0" encoding="utf-8"?>
<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
  <response><href>/maya/calendar/</href>
    <propstat><prop><resourcetype><collection/><C:calendar/></resourcetype></prop><status>HTTP/1.1 200 OK</status></propstat>
    <propstat><prop><getetag/></prop><status>HTTP/1.1 404 Not Found</status></propstat>
  </response>
  <response><href>/maya/calendar/f%C3%AAte.ics</href>
    <propstat><prop><getetag>&quot;1&amp;2&quot;</getetag><resourcetype/></prop><status>HTTP/1.1 200 OK</status></propstat></response>
  <response><href><![CDATA[/maya/calendar/Ünï.ics]]></href>
    <propstat><prop><C:getetag>"other"</C:getetag><getetag>"é"</getetag></prop></propstat></response>
  <response><href>/maya/calendar/gone.ics</href><status>HTTP/1.1 404 Not Found</status></response>
  <response><href>/maya/calendar/</href><status>HTTP/1.1 507 Insufficient Storage</status><error><number-of-matches-within-limits/></error></response>
  <sync-token> http://example.com/sync/17 </sync-token>
</multistatus>`;

const members = [
  { href: '/maya/calendar/', status: null, etag: '', isCollection: true, data: null },
  { href: '/maya/calendar/f%C3%AAte.ics', status: null, etag: '"1&2"', isCollection: false, data: null },
  { href: '/maya/calendar/Ünï.ics', status: null, etag: '"é"', isCollection: false, data: null },
  { href: '/maya/calendar/gone.ics', status: 404, etag: '', isCollection: false, data: null },
  { href: '/maya/calendar/', status: 507, etag: '', isCollection: false, data: null },
];

describe('readMembers', () => {
  it.each([1, 7, 400])('reads what comes in %i pieces', async (pieces) => {
    expect(await read(answer, pieces)).toEqual({ members, syncToken: 'http://example.com/sync/17' });
  });

  it.each([1, 50])('reads calendar objects with the line ends of iCalendar in %i pieces', async (pieces) => {
    const text = `<D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
<D:response><D:href>/a.ics</D:href><D:propstat><D:prop><D:getetag>"1"</D:getetag><C:calendar-data>BEGIN:VCALENDAR&#13;
SUMMARY:a &lt;&amp;&gt; b\r
END:VCALENDAR
</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>
<D:response><D:href>/b.ics</D:href><D:propstat><D:prop><C:calendar-data><![CDATA[BEGIN:VCALENDAR\nEND:VCALENDAR]]></C:calendar-data></D:prop></D:propstat></D:response>
<D:response><D:href>/c.ics</D:href><D:propstat><D:prop><calendar-data xmlns="urn:other">BEGIN:VCALENDAR</calendar-data></D:prop></D:propstat></D:response>
</D:multistatus>`;
    const { members } = await read(text, pieces);
    expect(members.map(({ href, etag, data }) => [href, etag, data])).toEqual([
      ['/a.ics', '"1"', 'BEGIN:VCALENDAR\r\nSUMMARY:a <&> b\r\nEND:VCALENDAR'],
      ['/b.ics', '', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR'],
      ['/c.ics', '', null],
    ]);
  });

  it('accepts an empty one', async () => {
    expect(await read('<D:multistatus xmlns:D="DAV:"/>')).toEqual({ members: [], syncToken: null });
  });

  it.each([
    '',
    'nothing of the kind',
    '<!doctype html><p>Sign in<br></p>',
    '<multistatus xmlns="urn:other"/>',
    '<multistatus xmlns="DAV:"><response>',
    `<multistatus xmlns="DAV:">${'<a>'.repeat(100_000)}`,
    `<multistatus xmlns="DAV:"><a ${Array.from({ length: 101 }, (_, i) => `a${i}=""`).join(' ')}/></multistatus>`,
    `<multistatus xmlns="DAV:"><a ${Array.from({ length: 101 }, (_, i) => `xmlns:a${i}="b"`).join(' ')}/></multistatus>`,
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><multistatus xmlns="DAV:"><sync-token>&b;</sync-token></multistatus>',
  ])('refuses anything else: %.100s', async (text) => {
    await expect(read(text)).rejects.toMatchObject({ kind: 'unavailable', providerCode: 'not_caldav' });
  });
});
