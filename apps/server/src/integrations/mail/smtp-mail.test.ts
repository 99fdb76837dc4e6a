import { afterAll, expect, test } from 'vitest';
import { startSmtpSink } from '#test/smtp-sink.ts';
import { smtpMail } from './smtp-mail.ts';

const sink = await startSmtpSink();
afterAll(() => sink.stop());

const mail = smtpMail(async () => sink.url, 'Dayloom <hello@example.org>');
const message = { to: 'maya@example.org', subject: 'Reminder: Standup', text: 'Starts at 10:00 AM' };

function listHeaders(): string[] {
  const [head = ''] = (sink.mails.at(-1)?.source ?? '').split('\r\n\r\n');
  return head.split('\r\n').filter((line) => /^List-/i.test(line));
}

test('a mail with a link to stop such mails offers mail programs one click (RFC 8058)', async () => {
  const unsubscribeUrl = `https://example.org/unsubscribe/${'a'.repeat(120)}`;
  await mail.send({ ...message, unsubscribeUrl });
  expect(listHeaders().toSorted()).toEqual([
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    `List-Unsubscribe: <${unsubscribeUrl}>`,
  ]);
});

test('other mails have no such headers', async () => {
  await mail.send(message);
  expect(sink.mails.at(-1)?.subject).toBe(message.subject);
  expect(listHeaders()).toEqual([]);
});
