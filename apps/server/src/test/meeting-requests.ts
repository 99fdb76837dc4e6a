import { expect } from 'vitest';
import type { Reply, TestServer, TestUser } from './server.ts';

export const TUESDAY = '2026-11-17T09:00:00.000Z';
export const WEDNESDAY = '2026-11-18T13:00:00.000Z';
export const THURSDAY = '2026-11-19T10:00:00.000Z';

/** What tests read of a meeting request: `any`, because they read all of it. */
type Shown = Record<string, any>;

export interface SentMail {
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly content: string }[];
}

let addresses = 0;
/** An address that nobody else has. */
export const newAddress = () => `guest-${++addresses}@example.org`;

/** The API path of an attendee's page. */
export const toPage = ({ url }: { url: string }) => `/api${new URL(url).pathname}`;

/** What organizers and attendees do, for tests of meeting requests. */
export function openMeetings(server: TestServer, organizer: TestUser) {
  const base = '/api/meeting-requests';
  const pass = (seconds: number) =>
    server.setTime(new Date(server.now().getTime() + seconds * 1_000).toISOString());
  const ask = (fields: object = {}, headers: Record<string, string> = {}): Promise<Reply> =>
    organizer.call(
      'POST',
      base,
      {
        title: 'Roadmap',
        durationMinutes: 45,
        times: [TUESDAY, WEDNESDAY],
        timeZone: 'Europe/Berlin',
        attendees: [newAddress()],
        ...fields,
      },
      headers,
    );
  const sendDue = () => server.runJob('mails.send-due', {});
  return {
    ask,
    pass,
    sendDue,
    async askFor(fields: object = {}): Promise<Shown> {
      const { status, body } = await ask(fields);
      expect(status, JSON.stringify(body)).toBe(201);
      return body['meetingRequest'];
    },
    read: async (id: string): Promise<Shown> =>
      (await organizer.call('GET', `${base}/${id}`)).body['meetingRequest'],
    change: (id: string, what: string, body?: object) =>
      organizer.call('POST', `${base}/${id}/${what}`, body),
    undo: (commandId: string) => organizer.call('POST', `/api/commands/${commandId}/undo`),
    open: (attendee: { url: string }) => server.call('GET', toPage(attendee)),
    answer: (attendee: { url: string }, body: object) => server.call('POST', toPage(attendee), body),
    /** Lets the outbox pass and sends what is due. */
    async sendMails() {
      pass(31);
      await sendDue();
    },
    /** The job sees a changed event, and acts on it a minute later. */
    async followEvents() {
      await server.runJob('meetings.follow-events', {});
      pass(60);
      await server.runJob('meetings.follow-events', {});
    },
    /** What was mailed to an address, the latest first. */
    async mails(address: string): Promise<SentMail[]> {
      const { body } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(address)}`);
      return body['messages'];
    },
    async events(): Promise<Shown[]> {
      const range = 'from=2026-11-16T00:00:00Z&to=2026-12-16T00:00:00Z';
      return (await organizer.call('GET', `/api/events?${range}`)).body['occurrences'];
    },
  };
}
