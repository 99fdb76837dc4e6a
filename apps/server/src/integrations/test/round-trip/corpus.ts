import { foldLine } from '@dayloom/time/icalendar';

/** A calendar object of another program, as stored on a server. */
export interface CorpusObject {
  readonly name: string;
  readonly text: string;
}

const STAMP = 'DTSTAMP:20261101T000000Z';
const TIMED = ['DTSTART;TZID=Europe/Berlin:20261201T100000', 'DTEND;TZID=Europe/Berlin:20261201T110000'];
const BERLIN = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Berlin',
  'X-LIC-LOCATION:Europe/Berlin',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'DTSTART:19700329T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'DTSTART:19701025T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
];
const WEEKLY = 'RRULE:FREQ=WEEKLY;COUNT=6';
const ALARM = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Soon', 'TRIGGER:-PT15M', 'END:VALARM'];
const GUESTS = [
  'ORGANIZER;CN="Okafor, Maya":mailto:maya@example.org',
  'ATTENDEE;CN=Maya;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:maya@example.org',
  'ATTENDEE;CN=Ada;PARTSTAT=TENTATIVE;RSVP=TRUE;X-NUM-GUESTS=2:mailto:ada@example.org',
];

function vevent(...lines: string[]): string[] {
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
}

function calendar(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//Client 4//EN', ...lines, 'END:VCALENDAR']
    .map((line) => `${foldLine(line)}\r\n`)
    .join('');
}

/** An entry also contains other properties that its property needs. */
const PROPERTIES: Readonly<Record<string, readonly string[]>> = {
  'attach-uri': ['ATTACH;FMTTYPE=application/pdf;FILENAME=agenda.pdf:https://files.example/agenda.pdf'],
  'attach-binary': ['ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY:aGVsbG8gd29ybGQ='],
  categories: ['CATEGORIES:Work,Planning\\, long', 'CATEGORIES;LANGUAGE=de:Arbeit'],
  'class-private': ['CLASS:PRIVATE'],
  'class-confidential': ['CLASS:CONFIDENTIAL'],
  comment: ['COMMENT;ALTREP="cid:1":Bring a pen\\; or two', 'COMMENT:Second'],
  'description-altrep': [
    'DESCRIPTION;ALTREP="data:text/html,%3Cb%3EBold%3C%2Fb%3E";LANGUAGE=en:Agenda\\n\\n- one\\n- two\\, three',
  ],
  'description-html': [
    'DESCRIPTION:Plain words',
    'X-ALT-DESC;FMTTYPE=text/html:<html><body><b>Plain</b> words</body></html>',
  ],
  geo: ['GEO:52.520008;13.404954', 'LOCATION:Alexanderplatz'],
  'location-apple': [
    'LOCATION:Café Sibylle\\nKarl-Marx-Allee 72',
    'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="Karl-Marx-Allee 72";X-APPLE-RADIUS=70;X-TITLE=Café:geo:52.51,13.43',
  ],
  priority: ['PRIORITY:1'],
  resources: ['RESOURCES:EASEL,PROJECTOR,VCR', 'RESOURCES;LANGUAGE=fr:1 raton-laveur'],
  'status-tentative': ['STATUS:TENTATIVE'],
  'status-confirmed': ['STATUS:CONFIRMED'],
  transparent: ['TRANSP:TRANSPARENT'],
  'busy-microsoft': [
    'X-MICROSOFT-CDO-BUSYSTATUS:OOF',
    'X-MICROSOFT-CDO-IMPORTANCE:1',
    'X-MICROSOFT-CDO-INTENDEDSTATUS:OOF',
    'X-MICROSOFT-DISALLOW-COUNTER:FALSE',
  ],
  guests: GUESTS,
  'guests-every-parameter': [
    'ORGANIZER;CN=Chair;DIR="ldap://example.org/cn=chair";SENT-BY="mailto:office@example.org":mailto:chair@example.org',
    'ATTENDEE;CUTYPE=GROUP;MEMBER="mailto:team@example.org";ROLE=OPT-PARTICIPANT;PARTSTAT=DELEGATED;DELEGATED-TO="mailto:del@example.org":mailto:one@example.org',
    'ATTENDEE;CUTYPE=ROOM;PARTSTAT=ACCEPTED;DELEGATED-FROM="mailto:one@example.org";SCHEDULE-STATUS=2.0:mailto:del@example.org',
  ],
  'attendee-no-mail': ['ORGANIZER:mailto:a@example.org', 'ATTENDEE;CN=Phone:tel:+1-202-555-0100'],
  contact: ['CONTACT;ALTREP="https://people.example/jim":Jim Dolittle\\, ABC Industries'],
  'related-to': ['RELATED-TO;RELTYPE=SIBLING:other-uid@example.org'],
  url: ['URL:https://example.org/a?b=c;d=e,f'],
  created: ['CREATED:20260101T120000Z', 'LAST-MODIFIED:20260102T120000Z'],
  sequence: ['SEQUENCE:41'],
  'request-status': ['REQUEST-STATUS:2.8;Success\\, repeating event ignored;RRULE:FREQ=WEEKLY'],
  conference: [
    'CONFERENCE;VALUE=URI;FEATURE=VIDEO,AUDIO;LABEL=Video:https://video.example/room?pwd=1',
    'X-GOOGLE-CONFERENCE:https://meet.example/abc',
  ],
  color: ['COLOR:turquoise', 'IMAGE;VALUE=URI;DISPLAY=BADGE:https://img.example/a.png'],
  'x-properties': [
    'X-MOZ-GENERATION:3',
    'X-MOZ-LASTACK:20261101T000000Z',
    'X-EMPTY:',
    'X-PARAMS;X-A="q;u:o,ted";X-B=1,2:value\\, kept',
    'X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M',
    'X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC',
  ],
  'iana-unknown': ['DRESSCODE:CASUAL', 'NON-SMOKING;VALUE=BOOLEAN:TRUE'],
  'alarm-display': ALARM,
  'alarms-many': [
    ...ALARM,
    'BEGIN:VALARM',
    'ACTION:AUDIO',
    'TRIGGER;RELATED=END:-P1DT2H',
    'REPEAT:4',
    'DURATION:PT5M',
    'ATTACH;FMTTYPE=audio/basic:ftp://example.org/pub/sounds/bell-01.aud',
    'X-WR-ALARMUID:9A2B',
    'ACKNOWLEDGED:20261101T090000Z',
    'END:VALARM',
    'BEGIN:VALARM',
    'ACTION:EMAIL',
    'TRIGGER;VALUE=DATE-TIME:20261130T080000Z',
    'SUMMARY:*** REMINDER ***',
    'DESCRIPTION:Text of the alarm\\, not of the event',
    'ATTENDEE:mailto:john_doe@example.org',
    'END:VALARM',
  ],
  'alarm-apple-default': [
    'BEGIN:VALARM',
    'X-WR-ALARMUID:default',
    'UID:default',
    'TRIGGER:-PT30M',
    'ATTACH;VALUE=URI:Chord',
    'ACTION:AUDIO',
    'X-APPLE-DEFAULT-ALARM:TRUE',
    'END:VALARM',
  ],
  'summary-language': ['SUMMARY;LANGUAGE=de;X-P=1:Besprechung'],
  'text-unicode': [
    'DESCRIPTION:\u{1F9F6} Weben — 編む\\, וגם עברית\\n\\tTab \\\\ backslash',
    'LOCATION:Ōsaka \u{1F5FE}',
  ],
  'text-control': ['DESCRIPTION:Lines\\nand\\Nmore\\;\\,\\\\n not a break', 'LOCATION:a\\;b\\,c'],
  'text-long': [
    `DESCRIPTION:${'Twenty characters ok '.repeat(1_500)}the end`,
    `LOCATION:${'Corridor '.repeat(80)}B`,
  ],
  participant: [
    'BEGIN:PARTICIPANT',
    'UID:em9lQGZvb3GFtcGxlLmNvbQ',
    'PARTICIPANT-TYPE:ACTIVE',
    'CALENDAR-ADDRESS:mailto:zoe@example.org',
    'END:PARTICIPANT',
  ],
  'no-summary': [],
};

/** Zone names with their definitions, for the times of the objects. */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  'GMT-0500': fixedZone('GMT-0500', '-0500'),
  'GMT+0100': fixedZone('GMT+0100', '+0100'),
  'GMT-05:00': fixedZone('GMT-05:00', '-0500'),
  'UTC-5': fixedZone('UTC-5', '-0500'),
  'UTC+01:00': fixedZone('UTC+01:00', '+0100'),
  '+01:00': fixedZone('+01:00', '+0100'),
  'UTC+05:45': fixedZone('UTC+05:45', '+0545'),
  'W. Europe Standard Time': BERLIN.map((line) =>
    line.replace(/(TZID:|LOCATION:)Europe\/Berlin/, '$1W. Europe Standard Time'),
  ).filter((line) => !line.startsWith('X-LIC')),
  '(UTC-05:00) Eastern Time (US & Canada)': [],
  '/freeassociation.sourceforge.net/Europe/Berlin': BERLIN.map((line) =>
    line.replace('TZID:Europe/Berlin', 'TZID:/freeassociation.sourceforge.net/Europe/Berlin'),
  ),
  'Mars/Olympus': [
    'BEGIN:VTIMEZONE',
    'TZID:Mars/Olympus',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0130',
    'TZOFFSETTO:+0130',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:20261215T000000',
    'TZOFFSETFROM:+0130',
    'TZOFFSETTO:+0230',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ],
  'America/New_York': [],
};

function fixedZone(tzid: string, offset: string): string[] {
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${tzid}`,
    'BEGIN:STANDARD',
    'DTSTART:16010101T000000',
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    'END:STANDARD',
    'END:VTIMEZONE',
  ];
}

function zoned(tzid: string): string {
  return /[:;,]/.test(tzid) ? `TZID="${tzid}"` : `TZID=${tzid}`;
}

const Z = 'TZID=Europe/Berlin';
const master = (uid: string, ...lines: string[]) =>
  vevent(`UID:${uid}`, STAMP, ...TIMED, 'SUMMARY:Choir', ...lines);
const override = (uid: string, day: string, ...lines: string[]) =>
  vevent(`UID:${uid}`, STAMP, `RECURRENCE-ID;${Z}:${day}T100000`, ...lines);
const at = (day: string, from: string, to: string) => [
  `DTSTART;${Z}:${day}T${from}00`,
  `DTEND;${Z}:${day}T${to}00`,
];

/** Series of every shape, with changed and cancelled instances. */
const SERIES: Readonly<Record<string, (uid: string) => string[]>> = {
  'weekly-count': (uid) => [...BERLIN, ...master(uid, WEEKLY, ...GUESTS, ...ALARM)],
  'until-date': (uid) => [...BERLIN, ...master(uid, 'RRULE:FREQ=WEEKLY;UNTIL=20270105')],
  'until-utc': (uid) => [...BERLIN, ...master(uid, 'RRULE:FREQ=DAILY;UNTIL=20261210T090000Z;INTERVAL=2')],
  'monthly-last-tuesday': (uid) => [
    ...BERLIN,
    ...vevent(
      `UID:${uid}`,
      STAMP,
      `DTSTART;${Z}:20261124T100000`,
      'DURATION:PT45M',
      'SUMMARY:Board',
      'RRULE:FREQ=MONTHLY;BYDAY=-1TU;COUNT=4;WKST=SU',
      'PRIORITY:5',
    ),
  ],
  yearly: (uid) => [...BERLIN, ...master(uid, 'RRULE:FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=1', 'CLASS:PRIVATE')],
  'endless-daily': (uid) => [...BERLIN, ...master(uid, 'RRULE:FREQ=DAILY;INTERVAL=7', 'X-KEEP:1')],
  'exdates-many': (uid) => [
    ...BERLIN,
    ...master(
      uid,
      WEEKLY,
      `EXDATE;${Z};X-WHY=ill:20261208T100000`,
      'EXDATE:20261215T090000Z,20261229T090000Z',
    ),
  ],
  'exdate-date': (uid) => [...BERLIN, ...master(uid, WEEKLY, 'EXDATE;VALUE=DATE:20261208')],
  rdates: (uid) => [...BERLIN, ...master(uid, WEEKLY, `RDATE;${Z}:20261203T150000,20261210T150000`)],
  'rdate-third': (uid) => [...BERLIN, ...master(uid, WEEKLY, `RDATE;${Z}:20261210T150000`)],
  'rdate-after-the-end': (uid) => [
    ...BERLIN,
    ...master(uid, 'RRULE:FREQ=WEEKLY;COUNT=2', `RDATE;${Z}:20261217T150000,20270107T150000`),
    ...override(uid, '20261208', ...at('20261208', '1000', '1130'), 'SUMMARY:Choir', 'X-OWN:1'),
  ],
  'rdates-only': (uid) => [...BERLIN, ...master(uid, `RDATE;${Z}:20261203T150000,20261210T150000`, ...ALARM)],
  'rdate-before-the-start': (uid) => [...BERLIN, ...master(uid, WEEKLY, `RDATE;${Z}:20261126T150000`)],
  'rdate-period': (uid) => [...BERLIN, ...master(uid, WEEKLY, 'RDATE;VALUE=PERIOD:20261203T150000Z/PT30M')],
  exrule: (uid) => [...BERLIN, ...master(uid, 'RRULE:FREQ=DAILY;COUNT=20', 'EXRULE:FREQ=WEEKLY;BYDAY=SA,SU')],
  'two-rules': (uid) => [...BERLIN, ...master(uid, WEEKLY, 'RRULE:FREQ=MONTHLY;COUNT=3')],
  'override-moved': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY, ...GUESTS, ...ALARM),
    ...override(
      uid,
      '20261208',
      ...at('20261209', '1400', '1500'),
      'SUMMARY:Choir (moved)',
      ...GUESTS,
      'X-OWN:1',
      'SEQUENCE:2',
    ),
  ],
  'override-own-alarm': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY, 'COMMENT:of all'),
    ...override(
      uid,
      '20261222',
      ...at('20261222', '1000', '1100'),
      'SUMMARY:Choir',
      ...ALARM,
      'X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT10M',
    ),
  ],
  'override-cancelled': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY),
    ...override(
      uid,
      '20261222',
      ...at('20261222', '1000', '1100'),
      'SUMMARY:Choir',
      'STATUS:CANCELLED',
      'COMMENT:Hall closed',
    ),
  ],
  'override-utc': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY),
    ...vevent(
      `UID:${uid}`,
      STAMP,
      'RECURRENCE-ID:20261222T090000Z',
      'DTSTART:20261222T120000Z',
      'DURATION:PT1H',
      'SUMMARY:Choir\\, late',
      'CLASS:PRIVATE',
    ),
  ],
  'override-date': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY),
    ...vevent(
      `UID:${uid}`,
      STAMP,
      'RECURRENCE-ID;VALUE=DATE:20261222',
      ...at('20261222', '1200', '1300'),
      'SUMMARY:Choir at noon',
    ),
  ],
  'override-all-day': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY),
    ...override(
      uid,
      '20261222',
      'DTSTART;VALUE=DATE:20261222',
      'DTEND;VALUE=DATE:20261223',
      'SUMMARY:Choir all day',
    ),
  ],
  'overrides-many': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY, 'PRIORITY:3'),
    ...['20261208', '20261215', '20261222', '20261229'].flatMap((day, index) =>
      override(uid, day, ...at(day, '1100', '1230'), `SUMMARY:Choir ${index}`, `X-NUMBER:${index}`, ...ALARM),
    ),
  ],
  'this-and-future': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY),
    ...vevent(
      `UID:${uid}`,
      STAMP,
      `RECURRENCE-ID;RANGE=THISANDFUTURE;${Z}:20261222T100000`,
      ...at('20261222', '1200', '1300'),
      'SUMMARY:Choir from Christmas on',
      'X-OWN:1',
    ),
  ],
  'all-day': (uid) =>
    vevent(
      `UID:${uid}`,
      STAMP,
      'DTSTART;VALUE=DATE:20261201',
      'DTEND;VALUE=DATE:20261203',
      'RRULE:FREQ=WEEKLY;COUNT=5',
      'SUMMARY:Away',
      'TRANSP:TRANSPARENT',
      ...ALARM,
    ),
  'all-day-override-timed-id': (uid) => [
    ...vevent(
      `UID:${uid}`,
      STAMP,
      'DTSTART;VALUE=DATE:20261201',
      'RRULE:FREQ=WEEKLY;COUNT=5',
      'SUMMARY:Bins',
      'PRIORITY:2',
    ),
    ...vevent(
      `UID:${uid}`,
      STAMP,
      'RECURRENCE-ID:20261214T230000Z',
      'DTSTART;VALUE=DATE:20261216',
      'SUMMARY:Bins\\, a day late',
    ),
  ],
  'all-day-guests': (uid) =>
    vevent(
      `UID:${uid}`,
      STAMP,
      'DTSTART;VALUE=DATE:20261201',
      'DURATION:P2D',
      'RRULE:FREQ=MONTHLY;COUNT=3',
      'SUMMARY:Offsite',
      ...GUESTS,
      'CLASS:CONFIDENTIAL',
    ),
  'hourly-within-days': (uid) => [
    ...BERLIN,
    ...master(uid, 'RRULE:FREQ=DAILY;BYHOUR=10,14;COUNT=8', 'LOCATION:Door'),
  ],
  'by-set-position': (uid) => [
    ...BERLIN,
    ...master(uid, 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;COUNT=4', ...ALARM),
  ],
  'over-the-clock-change': (uid) => [
    ...BERLIN,
    ...vevent(
      `UID:${uid}`,
      STAMP,
      `DTSTART;${Z}:20261124T023000`,
      `DTEND;${Z}:20261124T033000`,
      'RRULE:FREQ=WEEKLY;COUNT=24',
      'SUMMARY:Night watch',
      ...GUESTS,
    ),
  ],
  'over-midnight': (uid) => [
    ...BERLIN,
    ...vevent(
      `UID:${uid}`,
      STAMP,
      `DTSTART;${Z}:20261201T220000`,
      `DTEND;${Z}:20261202T020000`,
      WEEKLY,
      'SUMMARY:Party',
      'X-KEEP:1',
    ),
  ],
  'ends-in-another-zone': (uid) => [
    ...BERLIN,
    ...vevent(
      `UID:${uid}`,
      STAMP,
      `DTSTART;${Z}:20261201T100000`,
      'DTEND:20261201T150000Z',
      WEEKLY,
      'SUMMARY:Flight',
    ),
  ],
  'no-end': (uid) => [
    ...BERLIN,
    ...vevent(`UID:${uid}`, STAMP, `DTSTART;${Z}:20261201T100000`, WEEKLY, 'SUMMARY:A moment'),
  ],
  'override-of-guests': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY),
    ...override(uid, '20261215', ...at('20261215', '1000', '1100'), 'SUMMARY:Choir', ...GUESTS),
  ],
  'override-extra': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY),
    ...override(
      uid,
      '20261216',
      ...at('20261216', '1000', '1100'),
      'SUMMARY:An instance that the rule does not give',
    ),
  ],
  floating: (uid) =>
    vevent(
      `UID:${uid}`,
      STAMP,
      'DTSTART:20261201T070000',
      'DTEND:20261201T073000',
      'RRULE:FREQ=DAILY;COUNT=8',
      'SUMMARY:Pills',
      ...ALARM,
    ),
  'start-off-rule': (uid) => [...BERLIN, ...master(uid, 'RRULE:FREQ=WEEKLY;BYDAY=TH;COUNT=5')],
  'orphan-instance': (uid) => [
    ...BERLIN,
    ...override(uid, '20261222', ...at('20261222', '1600', '1700'), 'SUMMARY:Only I was asked', ...GUESTS),
  ],
  'orphan-instances': (uid) => [
    ...BERLIN,
    ...override(uid, '20261215', ...at('20261215', '1600', '1700'), 'SUMMARY:I was asked', ...GUESTS),
    ...override(uid, '20261222', ...at('20261222', '1600', '1700'), 'SUMMARY:And once more', ...ALARM),
  ],
};

/** Invalid objects, which must stay unchanged. */
const BROKEN: Readonly<Record<string, (uid: string) => string[]>> = {
  'override-without-start': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY, ...GUESTS),
    ...vevent(`UID:${uid}`, STAMP, `RECURRENCE-ID;${Z}:20261222T100000`, 'SUMMARY:No start', 'X-OWN:1'),
  ],
  'master-without-start': (uid) => [
    ...BERLIN,
    ...vevent(`UID:${uid}`, STAMP, WEEKLY, 'SUMMARY:No start', ...GUESTS),
    ...override(uid, '20261222', ...at('20261222', '1000', '1100'), 'SUMMARY:Readable instance', ...ALARM),
  ],
  'offset-zone-instance-in-utc': (uid) => [
    ...fixedZone('GMT-0500', '-0500'),
    ...vevent(
      `UID:${uid}`,
      STAMP,
      'DTSTART;TZID=GMT-0500:20261201T100000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=10',
      'SUMMARY:Standup',
      ...GUESTS,
    ),
    ...vevent(
      `UID:${uid}`,
      STAMP,
      'RECURRENCE-ID:20261215T150000Z',
      'DTSTART;TZID=GMT-0500:20261215T110000',
      'DURATION:PT1H',
      'SUMMARY:Standup\\, later',
    ),
  ],
  'second-uid': (uid) => [
    ...BERLIN,
    ...master(uid),
    ...vevent(`UID:${uid}-other`, STAMP, ...TIMED, 'SUMMARY:Another event', ...ALARM),
  ],
  'two-masters': (uid) => [
    ...BERLIN,
    ...vevent(`UID:${uid}`, STAMP, ...TIMED, 'SUMMARY:Old version', 'SEQUENCE:1'),
    ...vevent(`UID:${uid}`, STAMP, ...TIMED, 'SUMMARY:New version', 'SEQUENCE:4', ...ALARM),
  ],
  'unknown-zone': (uid) =>
    vevent(
      `UID:${uid}`,
      STAMP,
      'DTSTART;TZID=Nowhere/Land:20261201T100000',
      'DTEND;TZID=Nowhere/Land:20261201T110000',
      'SUMMARY:Nowhere',
      ...GUESTS,
    ),
  'end-before-start': (uid) => [
    ...BERLIN,
    ...vevent(
      `UID:${uid}`,
      STAMP,
      `DTSTART;${Z}:20261201T100000`,
      `DTEND;${Z}:20261201T090000`,
      'SUMMARY:Backwards',
    ),
  ],
  'rule-unreadable': (uid) => [...BERLIN, ...master(uid, 'RRULE:FREQ=FORTNIGHTLY;X=1', 'X-KEEP:1')],
  'rule-unreadable-with-instance': (uid) => [
    ...BERLIN,
    ...master(uid, 'RRULE:FREQ=WEEKLY;BYDAY=XX', 'X-KEEP:1'),
    ...override(uid, '20261222', ...at('20261222', '1600', '1700'), 'SUMMARY:Instance of it', ...GUESTS),
  ],
  'exdate-unreadable': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY, 'EXDATE:tomorrow', `EXDATE;${Z}:20261208T100000`),
  ],
  'no-stamp': (uid) => [...BERLIN, ...vevent(`UID:${uid}`, ...TIMED, 'SUMMARY:No stamp')],
  'lower-case': (uid) => [
    'begin:vevent',
    `uid:${uid}`,
    'dtstamp:20261101T000000Z',
    'dtstart:20261201T100000Z',
    'dtend:20261201T110000Z',
    'summary:lower',
    'x-keep:1',
    'end:vevent',
  ],
  'todo-beside': (uid) => [
    ...BERLIN,
    ...master(uid),
    'BEGIN:VTODO',
    `UID:${uid}-todo`,
    STAMP,
    'SUMMARY:Buy tickets',
    'END:VTODO',
  ],
  'unknown-component': (uid) => [
    ...BERLIN,
    ...master(uid, ...ALARM),
    'BEGIN:X-NOTES',
    'X-TEXT:Keep me',
    'END:X-NOTES',
  ],
  'duplicate-override': (uid) => [
    ...BERLIN,
    ...master(uid, WEEKLY),
    ...override(uid, '20261222', ...at('20261222', '1000', '1100'), 'SUMMARY:First version', 'SEQUENCE:1'),
    ...override(uid, '20261222', ...at('20261222', '1300', '1400'), 'SUMMARY:Second version', 'SEQUENCE:2'),
  ],
};

function build(): CorpusObject[] {
  const objects: CorpusObject[] = [];
  const add = (name: string, text: (uid: string) => string) =>
    objects.push({
      name,
      text: text(`${name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}@elsewhere.example`),
    });
  for (const [name, lines] of Object.entries(PROPERTIES)) {
    const title = name === 'no-summary' || name.startsWith('summary') ? [] : [`SUMMARY:With ${name}`];
    add(`single ${name}`, (uid) =>
      calendar(...BERLIN, ...vevent(`UID:${uid}`, STAMP, ...TIMED, ...title, ...lines)),
    );
    add(`series ${name}`, (uid) =>
      calendar(
        ...BERLIN,
        ...vevent(`UID:${uid}`, STAMP, ...TIMED, WEEKLY, ...title, ...lines),
        ...override(
          uid,
          '20261222',
          ...at('20261222', '1200', '1300'),
          ...title,
          ...lines,
          'X-OF-INSTANCE:1',
        ),
      ),
    );
  }
  for (const [tzid, zone] of Object.entries(ZONES)) {
    const times = [`DTSTART;${zoned(tzid)}:20261201T100000`, `DTEND;${zoned(tzid)}:20261201T111500`];
    add(`zone ${tzid}`, (uid) =>
      calendar(...zone, ...vevent(`UID:${uid}`, STAMP, ...times, 'SUMMARY:Zoned', ...ALARM)),
    );
    add(`zoned series ${tzid}`, (uid) =>
      calendar(
        ...zone,
        ...vevent(
          `UID:${uid}`,
          STAMP,
          ...times,
          WEEKLY,
          `EXDATE;${zoned(tzid)}:20261208T100000`,
          'SUMMARY:Zoned series',
          ...GUESTS,
        ),
        ...vevent(
          `UID:${uid}`,
          STAMP,
          `RECURRENCE-ID;${zoned(tzid)}:20261222T100000`,
          `DTSTART;${zoned(tzid)}:20261222T130000`,
          'DURATION:PT30M',
          'SUMMARY:Zoned instance',
        ),
      ),
    );
  }
  for (const [name, lines] of Object.entries(SERIES)) add(`shape ${name}`, (uid) => calendar(...lines(uid)));
  for (const [name, lines] of Object.entries(BROKEN)) add(`broken ${name}`, (uid) => calendar(...lines(uid)));
  add('text line-feeds', (uid) =>
    calendar(...BERLIN, ...master(uid, ...ALARM, 'X-KEEP:1')).replaceAll('\r\n', '\n'),
  );
  add('text tab-folds', (uid) =>
    calendar(...BERLIN, ...master(uid, `DESCRIPTION:${'word '.repeat(60)}end`, ...GUESTS)).replaceAll(
      '\r\n ',
      '\r\n\t',
    ),
  );
  add('text unfolded', (uid) =>
    calendar(...BERLIN, ...master(uid, `X-LONG:${'word '.repeat(60)}end`, ...GUESTS)).replaceAll('\r\n ', ''),
  );
  add('text calendar-properties', (uid) =>
    calendar(
      'CALSCALE:GREGORIAN',
      'X-WR-CALNAME:Kept',
      'X-PUBLISHED-TTL:PT1H',
      ...BERLIN,
      ...master(uid, ...ALARM),
    ),
  );
  return objects;
}

/** Awkward calendar objects: every property of RFC 5545, zones, series of every shape, and broken ones. */
export const corpus: readonly CorpusObject[] = build();
