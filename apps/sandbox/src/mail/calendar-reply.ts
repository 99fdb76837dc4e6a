import ICAL from 'ical.js';

export type Participation = 'ACCEPTED' | 'TENTATIVE' | 'DECLINED';

interface Reply {
  /** The iCalendar object of the invitation. */
  readonly invitation: string;
  /** The guest's address. */
  readonly from: string;
  readonly participation: Participation;
  readonly now: Date;
}

/** The mail with which a guest's calendar program answers an invitation (RFC 6047). */
export function writeReplyMail({ invitation, from, participation, now }: Reply): string {
  const request = new ICAL.Component(ICAL.parse(invitation));
  const [event] = request.getAllSubcomponents('vevent');
  const organizer = String(event?.getFirstPropertyValue('organizer') ?? '').replace(/^mailto:/i, '');
  const subject = String(event?.getFirstPropertyValue('summary') ?? '');
  const encoded = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');
  const part = (type: string, text: string) => [
    '--answer',
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    encoded(text),
  ];
  return [
    `From: <${from}>`,
    `To: <${organizer}>`,
    `Subject: =?utf-8?B?${Buffer.from(`${participation}: ${subject}`).toString('base64')}?=`,
    `Date: ${now.toUTCString()}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="answer"',
    '',
    ...part('text/plain', `${from}: ${participation}`),
    ...part('text/calendar; method=REPLY', writeReply(request, { from, participation, now })),
    '--answer--',
    '',
  ].join('\r\n');
}

function writeReply(
  request: ICAL.Component,
  { from, participation, now }: Omit<Reply, 'invitation'>,
): string {
  const reply = new ICAL.Component('vcalendar');
  reply.addPropertyWithValue('version', '2.0');
  reply.addPropertyWithValue('prodid', '-//Sandbox//Mail//EN');
  reply.addPropertyWithValue('method', 'REPLY');
  for (const event of request.getAllSubcomponents('vevent')) {
    const answer = new ICAL.Component('vevent');
    for (const name of ['uid', 'sequence', 'recurrence-id', 'dtstart', 'summary', 'organizer']) {
      const property = event.getFirstProperty(name);
      if (property) answer.addProperty(ICAL.Property.fromString(property.toICALString()));
    }
    answer.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(now, true));
    const attendee = new ICAL.Property('attendee');
    attendee.setParameter('partstat', participation);
    attendee.setValue(`mailto:${from}`);
    answer.addProperty(attendee);
    reply.addSubcomponent(answer);
  }
  for (const zone of request.getAllSubcomponents('vtimezone')) reply.addSubcomponent(zone);
  return `${reply.toString()}\r\n`;
}
