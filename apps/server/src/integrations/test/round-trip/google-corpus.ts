import type { calendar_v3 } from '@googleapis/calendar';
import type { CorpusObject } from './corpus.ts';

type GoogleEvent = calendar_v3.Schema$Event;

/** An event at Google with its changed instances, by the end of their id; null cancels an instance. */
export interface GoogleObject {
  readonly event: GoogleEvent;
  readonly instances?: Readonly<Record<string, GoogleEvent | null>>;
}

const BERLIN = {
  start: { dateTime: '2026-12-01T10:00:00+01:00', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2026-12-01T11:00:00+01:00', timeZone: 'Europe/Berlin' },
};
const DAY = { start: { date: '2026-12-01' }, end: { date: '2026-12-03' } };
const WEEKLY = { ...BERLIN, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'] };
const GUESTS: GoogleEvent['attendees'] = [
  { email: 'maya@lumen.example', self: true, organizer: true, responseStatus: 'accepted' },
  {
    email: 'ada@elsewhere.example',
    displayName: 'Ada',
    responseStatus: 'tentative',
    comment: 'Perhaps late',
    additionalGuests: 2,
  },
  { email: 'ben@lumen.example', optional: true, responseStatus: 'declined' },
  { email: 'room4@resource.calendar.google.example', resource: true, responseStatus: 'accepted' },
];
const MEET: GoogleEvent['conferenceData'] = {
  conferenceId: 'abc-defg-hij',
  conferenceSolution: {
    key: { type: 'hangoutsMeet' },
    name: 'Google Meet',
    iconUri: 'https://icons.example/meet.png',
  },
  entryPoints: [
    {
      entryPointType: 'video',
      uri: 'https://meet.google.com/abc-defg-hij',
      label: 'meet.google.com/abc-defg-hij',
    },
    { entryPointType: 'phone', uri: 'tel:+1-555-0100', pin: '123456', regionCode: 'US' },
  ],
  notes: 'Call in <b>early</b>',
  signature: 'ADwwud9tLfjGQPpT7bdP8f3bq3DS',
};
const ZOOM: GoogleEvent['conferenceData'] = {
  conferenceId: '123 456 789',
  conferenceSolution: {
    key: { type: 'addOn' },
    name: 'Zoom Meeting',
    iconUri: 'https://icons.example/zoom.png',
  },
  entryPoints: [
    {
      entryPointType: 'video',
      uri: 'https://zoom.example/j/123456789',
      meetingCode: '123456789',
      passcode: 'x"y',
    },
  ],
  parameters: { addOnParameters: { parameters: { realMeetingId: '123456789' } } },
};
const FILES: GoogleEvent['attachments'] = [
  {
    fileUrl: 'https://drive.google.com/open?id=1',
    title: 'Agenda "final"',
    mimeType: 'application/pdf',
    iconLink: 'https://icons.example/pdf.png',
    fileId: '1',
  },
  { fileUrl: 'https://files.example/2', title: 'Notes' },
];
const PROPERTIES: GoogleEvent['extendedProperties'] = {
  private: { crm: 'deal-42', 'key with space': 'a=b&c' },
  shared: { project: 'lumen', empty: '' },
};
const HTML =
  '<b>Agenda</b><br><ul><li>One &amp; two</li><li><a href="https://wiki.example/?a=1&amp;b=2">the wiki</a></li></ul><p>Bring&nbsp;a pen</p>';
const ALL: GoogleEvent = {
  attendees: GUESTS,
  attachments: FILES,
  conferenceData: MEET,
  extendedProperties: PROPERTIES,
  description: HTML,
  location: 'Room 4,\nsecond floor',
  visibility: 'private',
  colorId: '11',
  transparency: 'transparent',
  status: 'tentative',
  guestsCanInviteOthers: false,
  guestsCanModify: true,
  guestsCanSeeOtherGuests: false,
  anyoneCanAddSelf: true,
  reminders: {
    useDefault: false,
    overrides: [
      { method: 'popup', minutes: 10 },
      { method: 'email', minutes: 1440 },
    ],
  },
  source: { url: 'https://tracker.example/issue?id=1', title: 'Tracker' },
  gadget: {
    type: 'example.com',
    title: 'Weather',
    link: 'https://gadget.example/',
    iconLink: 'https://gadget.example/i.png',
    display: 'chip',
    preferences: { city: 'Berlin' },
  },
};

const single: Readonly<Record<string, GoogleEvent>> = {
  plain: {},
  'without a title': { summary: '' },
  'guests with all flags': { attendees: GUESTS },
  'guests, their rights withdrawn': {
    attendees: GUESTS,
    guestsCanInviteOthers: false,
    guestsCanSeeOtherGuests: false,
  },
  'guests who may change it': { attendees: GUESTS, guestsCanModify: true },
  'anyone can add themselves': { anyoneCanAddSelf: true },
  'a Meet call': { conferenceData: MEET },
  'a call of an add-on': { conferenceData: ZOOM },
  'reminders of its own': ALL.reminders ? { reminders: ALL.reminders } : {},
  'no reminders': { reminders: { useDefault: false } },
  attachments: { attachments: FILES },
  'data of other apps': { extendedProperties: PROPERTIES },
  private: { visibility: 'private', description: 'Doctor' },
  confidential: { visibility: 'confidential' },
  public: { visibility: 'public' },
  'a color': { colorId: '7' },
  transparent: { transparency: 'transparent' },
  tentative: { status: 'tentative' },
  'a source': { source: { url: 'https://mail.example/message/1', title: 'Mail' } },
  'a gadget': { gadget: ALL.gadget as NonNullable<GoogleEvent['gadget']> },
  'an HTML description': { description: HTML },
  'HTML of another program': {
    description: '<p dir="auto" style="margin:0">First</p>\n<p>Second &lt;not a tag&gt;</p><!-- hidden -->',
  },
  'a description that looks like HTML': { description: 'if a < b && c > d: &amp; is &' },
  'spaces at the ends': {
    summary: '  Two  spaces ',
    description: '\n\n  indented\t\n\n',
    location: ' Hall ',
  },
  'other scripts': {
    summary: '\u5348\u524d\u306e\u4f1a\u8b70 \u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
    location: '\u0645\u0643\u062A\u0628 \u200F4',
  },
  everything: ALL,
  'a long description': { description: `<p>${'Many words. '.repeat(600)}</p>` },
};
const timed: Readonly<Record<string, GoogleEvent>> = {
  'a day': DAY,
  'a day that is busy': {
    ...DAY,
    transparency: 'opaque',
    visibility: 'private',
    reminders: { useDefault: false },
  },
  'no length': { start: BERLIN.start, end: BERLIN.start },
  'two zones': {
    start: { dateTime: '2026-12-01T23:30:00+01:00', timeZone: 'Europe/Berlin' },
    end: { dateTime: '2026-12-01T20:30:00-05:00', timeZone: 'America/New_York' },
  },
  'a zone at 45 minutes': {
    start: { dateTime: '2026-12-01T10:00:00+05:45', timeZone: 'Asia/Kathmandu' },
    end: { dateTime: '2026-12-01T11:00:00+05:45', timeZone: 'Asia/Kathmandu' },
  },
  'a zone of POSIX': {
    start: { dateTime: '2026-12-01T10:00:00-05:00', timeZone: 'Etc/GMT+5' },
    end: { dateTime: '2026-12-01T11:00:00-05:00', timeZone: 'Etc/GMT+5' },
  },
  'focus time': {
    ...BERLIN,
    eventType: 'focusTime',
    focusTimeProperties: {
      autoDeclineMode: 'declineOnlyNewConflictingInvitations',
      chatStatus: 'doNotDisturb',
      declineMessage: 'Later',
    },
  },
  'out of office': {
    ...BERLIN,
    eventType: 'outOfOffice',
    outOfOfficeProperties: { autoDeclineMode: 'declineAllConflictingInvitations', declineMessage: 'Away' },
  },
  'working location': {
    start: { date: '2026-12-01' },
    end: { date: '2026-12-02' },
    eventType: 'workingLocation',
    visibility: 'public',
    transparency: 'transparent',
    workingLocationProperties: {
      type: 'officeLocation',
      officeLocation: { label: 'Berlin', buildingId: 'b1', floorId: '4' },
    },
  },
  'an invitation': {
    ...BERLIN,
    iCalUID: 'invitation@elsewhere.example',
    organizer: { email: 'ada@elsewhere.example', displayName: 'Ada' },
    attendees: [
      { email: 'ada@elsewhere.example', organizer: true, responseStatus: 'accepted' },
      { email: 'maya@lumen.example', self: true, responseStatus: 'needsAction' },
    ],
    guestsCanModify: true,
    visibility: 'private',
  },
};
const OTHER: GoogleEvent = {
  summary: 'Another title',
  description: '<i>Only</i> today',
  location: 'Elsewhere',
  colorId: '3',
  visibility: 'confidential',
  reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 1 }] },
  attachments: FILES,
  attendees: [...GUESTS, { email: 'eve@elsewhere.example', responseStatus: 'needsAction' }],
};
const series: Readonly<Record<string, GoogleObject>> = {
  weekly: { event: WEEKLY },
  'weekly, with everything': { event: { ...ALL, ...WEEKLY } },
  'weekly, one instance other in everything': {
    event: { ...ALL, ...WEEKLY },
    instances: { '20261229T090000Z': OTHER },
  },
  'weekly, one instance moved': {
    event: { ...WEEKLY, visibility: 'private', attendees: GUESTS },
    instances: {
      '20261222T090000Z': {
        start: { dateTime: '2026-12-23T15:00:00+01:00', timeZone: 'Europe/Berlin' },
        end: { dateTime: '2026-12-23T15:20:00+01:00', timeZone: 'Europe/Berlin' },
        reminders: { useDefault: false },
      },
    },
  },
  'weekly, one instance cancelled': {
    event: { ...WEEKLY, conferenceData: MEET },
    instances: { '20261222T090000Z': null },
  },
  'weekly, changed and cancelled ones': {
    event: { ...WEEKLY, description: HTML, extendedProperties: PROPERTIES },
    instances: { '20261215T090000Z': { colorId: '2' }, '20261222T090000Z': null, '20270105T090000Z': OTHER },
  },
  'weekly, without an end': {
    event: { ...BERLIN, recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU,TH;WKST=SU'], visibility: 'private' },
  },
  'daily, whole days': {
    event: {
      ...DAY,
      end: { date: '2026-12-02' },
      recurrence: ['RRULE:FREQ=DAILY;INTERVAL=3;COUNT=7'],
      colorId: '9',
    },
    instances: { '20261207': { summary: 'Off', visibility: 'private' } },
  },
  'until, dates taken out and put in': {
    event: {
      ...BERLIN,
      recurrence: [
        'RRULE:FREQ=WEEKLY;UNTIL=20270115T090000Z',
        'EXDATE;TZID=Europe/Berlin:20261215T100000',
        'EXDATE:20261229T090000Z',
        'RDATE;TZID=Europe/Berlin:20261203T100000',
      ],
      reminders: { useDefault: false },
    },
  },
  'weekly, the third date put in': {
    event: { ...WEEKLY, recurrence: [...WEEKLY.recurrence, 'RDATE;TZID=Europe/Berlin:20261210T150000'] },
    instances: { '20261222T090000Z': OTHER },
  },
  'monthly, the last Friday, over a change of clocks': {
    event: {
      start: { dateTime: '2026-12-25T09:00:00-05:00', timeZone: 'America/New_York' },
      end: { dateTime: '2026-12-25T10:00:00-05:00', timeZone: 'America/New_York' },
      recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=6'],
      attachments: FILES,
    },
  },
  'focus time, weekly': {
    event: {
      ...WEEKLY,
      eventType: 'focusTime',
      focusTimeProperties: { autoDeclineMode: 'declineNone', chatStatus: 'available' },
    },
    instances: { '20261208T090000Z': { summary: 'Deep work' } },
  },
};

/** Events from other programs at Google: every writable property of the API, alone and combined. */
export const googleCorpus: readonly CorpusObject[] = [
  ...Object.entries(single).map(([name, event]): [string, GoogleObject] => [
    name,
    { event: { summary: `Event: ${name}`, ...BERLIN, ...event } },
  ]),
  ...Object.entries(timed).map(([name, event]): [string, GoogleObject] => [
    name,
    { event: { summary: name, ...event } },
  ]),
  ...Object.entries(series).map(([name, { event, ...rest }]): [string, GoogleObject] => [
    name,
    { event: { summary: `Series: ${name}`, ...event }, ...rest },
  ]),
].map(([name, object]) => ({ name, text: JSON.stringify(object) }));
