import { afterAll, expect, it } from 'vitest';
import { openTestServer } from '#test/server.ts';
import { startSmtpSink } from '#test/smtp-sink.ts';

const sink = await startSmtpSink();
const server = await openTestServer({ SMTP_URL: sink.url });
afterAll(() => sink.stop());

it.each([
  ['reminders', 'Reminder: Standup'],
  ['briefing', 'Your day: '],
  ['summary', 'Your evening summary: '],
])(
  'a mail of the list %s has the headers by which mail programs offer one click, which stops this list alone',
  async (list, subject) => {
    server.setTime('2026-11-17T06:00:00Z');
    const user = await server.signUp({ timeZone: 'Etc/UTC' });
    await user.call('PATCH', '/api/reminders/settings', {
      defaults: { event: [{ minutesBefore: 30, channels: ['email'] }] },
      briefing: { isOn: true, at: '07:30' },
      summary: { isOn: true, at: '18:00' },
    });
    const addEvent = (day: number) =>
      user.call('POST', '/api/events', {
        title: 'Standup',
        startsAt: `2026-11-${day}T15:00:00Z`,
        endsAt: `2026-11-${day}T15:30:00Z`,
      });
    await addEvent(17);
    await addEvent(18);
    const live = async (day: number) => {
      for (const clock of ['07:30', '14:30', '18:00']) {
        server.setTime(`2026-11-${day}T${clock}:00Z`);
        await server.runJob('reminders.sweep', {});
        await server.runJob('mails.send-due', {});
      }
    };
    const listMails = () =>
      sink.mails
        .filter(({ to }) => to === user.profile.email)
        .filter((mail) => /^(Reminder|Your (day|evening summary)): /.test(mail.subject));
    await live(17);
    const first = listMails();
    expect(first.map((mail) => mail.subject)).toEqual([
      'Your day: Tuesday, November 17',
      'Reminder: Standup',
      'Your evening summary: Tuesday, November 17',
    ]);

    // RFC 8058 wants both, each once, and the link alone between angle brackets.
    const [head = ''] = (first.find((mail) => mail.subject.startsWith(subject))?.source ?? '').split(
      '\r\n\r\n',
    );
    const own = head
      .split('\r\n')
      .filter((line) => /^list-/i.test(line))
      .toSorted();
    expect(own).toEqual([
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      expect.stringMatching(new RegExp(`^List-Unsubscribe: <https?://\\S+/unsubscribe/${list}\\.\\S+>$`)),
    ]);
    const { pathname } = new URL(/<(.*)>/.exec(own[1] ?? '')?.[1] ?? '');
    // A mail program posts a form, without a cookie and without following anything.
    const clicked = await server.app.http.inject({
      method: 'POST',
      url: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect([clicked.statusCode, clicked.headers['location']]).toEqual([200, undefined]);

    await live(18);
    const later = listMails()
      .slice(first.length)
      .map((mail) => mail.subject);
    const all = [
      'Your day: Wednesday, November 18',
      'Reminder: Standup',
      'Your evening summary: Wednesday, November 18',
    ];
    expect(later).toEqual(all.filter((line) => !line.startsWith(subject)));
  },
);
