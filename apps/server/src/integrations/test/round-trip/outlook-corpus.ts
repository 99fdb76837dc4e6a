import type * as Graph from '@microsoft/microsoft-graph-types';
import type { CorpusObject } from './corpus.ts';

/** An event in Outlook with its changed instances by day; null cancels an instance. */
export interface OutlookObject {
  readonly event: Graph.Event;
  readonly attachments?: readonly Graph.FileAttachment[];
  readonly instances?: Readonly<Record<string, Graph.Event | null>>;
}

const at = (dateTime: string, timeZone = 'W. Europe Standard Time') => ({ dateTime, timeZone });
const BERLIN = { start: at('2026-12-01T10:00:00'), end: at('2026-12-01T11:00:00') };
const DAYS = {
  isAllDay: true,
  start: at('2026-12-01T00:00:00', 'UTC'),
  end: at('2026-12-03T00:00:00', 'UTC'),
};
const DAY = { ...DAYS, end: at('2026-12-02T00:00:00', 'UTC') };
const html = (content: string): Graph.ItemBody => ({
  contentType: 'html',
  content: `<html><head>\r\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body>${content}</body></html>`,
});
const LINE = '_'.repeat(80);
const MEETING = `<br><div style="width:100%"><span style="white-space:nowrap; color:#5F5F5F">${LINE}</span></div><div class="me-email-text" lang="en-US"><div><span style="font-size:24px">Microsoft Teams</span></div><div><a class="me-email-headline" href="https://teams.microsoft.com/l/meetup-join/19%3ameeting_own%40thread.v2/0">Join the meeting now</a></div><div>Meeting ID: 123 456 789</div></div><div style="width:100%"><span>${LINE}</span></div>`;
const RICH = html(
  '<div style="font-family:Aptos">Agenda for <b>Lumen</b>:</div><ul><li>One &amp; two</li><li><a href="https://wiki.example/?a=1&amp;b=2">the wiki</a></li></ul><p class="MsoNormal">Bring&nbsp;a pen<o:p></o:p></p>',
);
const GUESTS: Graph.Attendee[] = [
  { type: 'required', emailAddress: { address: 'ada@elsewhere.example', name: 'Ada' } },
  { type: 'optional', emailAddress: { address: 'ben@contoso.example', name: 'Ben, "B"' } },
  { type: 'resource', emailAddress: { address: 'room4@contoso.example', name: 'Room 4' } },
];
const PLACES: Graph.Location[] = [
  {
    displayName: 'Room 4',
    locationType: 'conferenceRoom',
    uniqueId: 'room4@contoso.example',
    locationEmailAddress: 'room4@contoso.example',
    address: { street: '1 Main St', city: 'Berlin', postalCode: '10115', countryOrRegion: 'DE' },
    coordinates: { latitude: 52.53, longitude: 13.38 },
  },
  { displayName: 'The lobby', locationType: 'default' },
];
const FILE: Graph.FileAttachment = {
  name: 'agenda "final".txt',
  contentType: 'text/plain',
  isInline: false,
  contentBytes: 'aGVsbG8gd29ybGQ=',
};
const IMAGE: Graph.FileAttachment = {
  name: 'logo.png',
  contentType: 'image/png',
  isInline: true,
  contentId: 'logo@1',
  contentBytes: 'iVBORw0KGgo=',
};
const ALL: Graph.Event = {
  body: RICH,
  locations: PLACES,
  attendees: GUESTS,
  sensitivity: 'private',
  importance: 'high',
  categories: ['Lumen', 'Red category'],
  showAs: 'oof',
  isReminderOn: true,
  reminderMinutesBeforeStart: 45,
  hideAttendees: true,
  allowNewTimeProposals: false,
  responseRequested: false,
};

const single: Readonly<Record<string, Graph.Event>> = {
  plain: {},
  'without a title': { subject: '' },
  private: { sensitivity: 'private', body: html('<p>Doctor</p>') },
  personal: { sensitivity: 'personal' },
  confidential: { sensitivity: 'confidential' },
  important: { importance: 'high' },
  unimportant: { importance: 'low' },
  categories: { categories: ['Red category', 'With, comma'] },
  'no reminder': { isReminderOn: false },
  'an early reminder': { isReminderOn: true, reminderMinutesBeforeStart: 10_080 },
  'several places': { locations: PLACES },
  'a place by its name': { location: { displayName: 'Hall;\nB', locationUri: 'https://maps.example/?q=1' } },
  'guests of every kind': { attendees: GUESTS },
  'guests who do not see each other': { attendees: GUESTS, hideAttendees: true },
  'guests who need not answer': { attendees: GUESTS, responseRequested: false, allowNewTimeProposals: false },
  'a body of text': { body: { contentType: 'text', content: 'Plain\r\nwords & <no tag>\r\n' } },
  'a body of HTML': { body: RICH },
  'a body of HTML and a meeting': { body: html(`<p>First <i>words</i></p>${MEETING}`) },
  'a body that is a meeting': { body: html(MEETING), attendees: GUESTS },
  'a body with text after the meeting': { body: html(`${MEETING}<p>P.S. <u>more</u></p>`) },
  'a body of tables': {
    body: html(
      '<table border="1"><tr><td>a</td><td>b</td></tr></table><!--[if mso]>x<![endif]--><img src="cid:logo@1">',
    ),
  },
  'a body that does not end': { body: { contentType: 'html', content: '<p>One<br>two <b>three' } },
  'a long body': { body: html(`<p>${'Many words. '.repeat(500)}</p>`) },
  'an online meeting': {
    isOnlineMeeting: true,
    onlineMeetingProvider: 'teamsForBusiness',
    attendees: GUESTS,
    body: RICH,
  },
  free: { showAs: 'free' },
  tentative: { showAs: 'tentative' },
  'out of office': { showAs: 'oof' },
  'working elsewhere': { showAs: 'workingElsewhere' },
  everything: ALL,
  'a day': DAY,
  'days, with everything': { ...ALL, ...DAYS },
  'two zones': { start: at('2026-12-01T23:30:00'), end: at('2026-12-01T20:30:00', 'Eastern Standard Time') },
  'a zone of India': {
    start: at('2026-12-01T10:00:00', 'India Standard Time'),
    end: at('2026-12-01T11:00:00', 'India Standard Time'),
  },
  'a zone by its IANA name': {
    start: at('2026-12-01T10:00:00', 'Africa/Lagos'),
    end: at('2026-12-01T11:00:00', 'Africa/Lagos'),
  },
  'other scripts': {
    subject: '\u5348\u524d\u306e\u4f1a\u8b70 \u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    location: { displayName: '\u0645\u0643\u062A\u0628' },
  },
};

const endless = { type: 'noEnd', startDate: '2026-12-01' } as const;
const six = { type: 'numbered', startDate: '2026-12-01', numberOfOccurrences: 6 } as const;
const weekly: Graph.PatternedRecurrence = {
  pattern: { type: 'weekly', interval: 1, daysOfWeek: ['tuesday'], firstDayOfWeek: 'sunday' },
  range: six,
};
const patterns: Readonly<Record<string, Graph.PatternedRecurrence>> = {
  daily: { pattern: { type: 'daily', interval: 2 }, range: six },
  'weekly on two days': {
    pattern: { type: 'weekly', interval: 2, daysOfWeek: ['tuesday', 'thursday'], firstDayOfWeek: 'monday' },
    range: endless,
  },
  'weekly until a day': {
    ...weekly,
    range: { type: 'endDate', startDate: '2026-12-01', endDate: '2027-01-26' },
  },
  'monthly on a day': { pattern: { type: 'absoluteMonthly', interval: 1, dayOfMonth: 1 }, range: six },
  'monthly on the first Tuesday': {
    pattern: { type: 'relativeMonthly', interval: 1, daysOfWeek: ['tuesday'], index: 'first' },
    range: six,
  },
  'yearly on a day': {
    pattern: { type: 'absoluteYearly', interval: 1, month: 12, dayOfMonth: 1 },
    range: { ...six, numberOfOccurrences: 2 },
  },
  'yearly on the first Tuesday': {
    pattern: { type: 'relativeYearly', interval: 1, month: 12, daysOfWeek: ['tuesday'], index: 'first' },
    range: { ...six, numberOfOccurrences: 2 },
  },
};
const OTHER: Graph.Event = {
  subject: 'Another title',
  body: html('<i>Only</i> today'),
  location: { displayName: 'Elsewhere' },
  sensitivity: 'confidential',
  importance: 'low',
  categories: ['Blue category'],
  isReminderOn: false,
};

/** Events from other programs in Outlook: every writable property of Graph, alone and combined. */
export const outlookCorpus: readonly CorpusObject[] = [
  ...Object.entries(single).map(([name, event]): [string, OutlookObject] => [
    name,
    { event: { subject: `Event: ${name}`, ...BERLIN, ...event } },
  ]),
  ...Object.entries(patterns).map(([name, recurrence]): [string, OutlookObject] => [
    `series ${name}`,
    {
      event: {
        subject: `Series: ${name}`,
        ...BERLIN,
        recurrence,
        sensitivity: 'private',
        categories: ['Lumen'],
      },
    },
  ]),
  ...Object.entries<OutlookObject>({
    attachments: { event: { ...BERLIN, body: RICH }, attachments: [FILE, IMAGE] },
    'series with everything': { event: { ...ALL, ...BERLIN, recurrence: weekly }, attachments: [FILE] },
    'series, one instance other in everything': {
      event: { ...ALL, ...BERLIN, recurrence: weekly },
      instances: { '2026-12-29': OTHER },
    },
    'series, one instance moved': {
      event: { ...BERLIN, recurrence: weekly, sensitivity: 'private', attendees: GUESTS },
      instances: {
        '2026-12-22': {
          start: at('2026-12-23T15:00:00'),
          end: at('2026-12-23T15:20:00'),
          isReminderOn: false,
        },
      },
    },
    'series, one instance taken out': {
      event: { ...BERLIN, recurrence: weekly, importance: 'high', body: RICH },
      instances: { '2026-12-22': null },
    },
    'series, changed ones and one taken out': {
      event: { ...BERLIN, recurrence: weekly, sensitivity: 'private', body: RICH },
      instances: {
        '2026-12-15': { categories: ['Green category'] },
        '2026-12-22': null,
        '2027-01-05': OTHER,
      },
    },
    'series of days': {
      event: {
        ...DAY,
        recurrence: { pattern: { type: 'daily', interval: 3 }, range: six },
        sensitivity: 'private',
      },
      instances: { '2026-12-07': { subject: 'Off', importance: 'high' } },
    },
    'series of online meetings': {
      event: { ...BERLIN, recurrence: weekly, isOnlineMeeting: true, attendees: GUESTS, body: RICH },
    },
  }).map(([name, { event, ...rest }]): [string, OutlookObject] => [
    name,
    { event: { subject: name, ...event }, ...rest },
  ]),
].map(([name, object]) => ({ name, text: JSON.stringify(object) }));
