import { expect } from 'vitest';
import { newAddress, type SentMail } from './meeting-requests.ts';
import type { Reply, TestServer, TestUser } from './server.ts';

/** What tests read of an occurrence: `any`, because they read all of it. */
type Shown = Record<string, any>;

const RANGE = 'from=2026-11-16T00:00:00Z&to=2027-01-16T00:00:00Z';

/** What an organizer and their guests do, for tests of invitations. */
export function openInvitations(server: TestServer, organizer: TestUser) {
  const pass = (seconds: number) =>
    server.setTime(new Date(server.now().getTime() + seconds * 1_000).toISOString());
  const create = (fields: object = {}): Promise<Reply> =>
    organizer.call('POST', '/api/events', {
      title: 'Roadmap',
      location: 'Room 4',
      startsAt: '2026-11-24T09:00:00.000Z',
      endsAt: '2026-11-24T10:00:00.000Z',
      timeZone: 'Europe/Berlin',
      ...fields,
    });
  const mails = async (address: string): Promise<SentMail[]> => {
    const { body } = await server.call('GET', `/sandbox/messages?to=${encodeURIComponent(address)}`);
    return body['messages'];
  };
  const page = async (address: string): Promise<string> => {
    const texts = (await mails(address)).map(({ text }) => /\/event\/invitation\/([\w-]+)/.exec(text)?.[1]);
    return `/api/invitations/${texts.find(Boolean)}`;
  };
  return {
    newAddress,
    pass,
    create,
    mails,
    async createFor(fields: object = {}): Promise<Reply['body']> {
      const { status, body } = await create(fields);
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    },
    change: (id: string, change: object) => organizer.call('PATCH', `/api/events/${id}`, change),
    remove: (id: string, query = '') => organizer.call('DELETE', `/api/events/${id}${query}`),
    undo: (commandId: string) => organizer.call('POST', `/api/commands/${commandId}/undo`),
    /** Lets the outbox pass and sends what is due. */
    async send() {
      pass(31);
      await server.runJob('invitations.send', {});
      await server.runJob('mails.send-due', {});
    },
    async events(): Promise<Shown[]> {
      return (await organizer.call('GET', `/api/events?${RANGE}`)).body['occurrences'];
    },
    /** The subjects of an address, the first mail first. */
    subjects: async (address: string) => (await mails(address)).map(({ subject }) => subject).toReversed(),
    open: async (address: string) => server.call('GET', await page(address)),
    answer: async (address: string, answer: string) => server.call('POST', await page(address), { answer }),
    /** The iCalendar objects that an address got, the first one first. */
    files: async (address: string) =>
      (await mails(address))
        .flatMap(({ attachments }) => attachments.map(({ content }) => content))
        .toReversed(),
  };
}
