import type { Mail } from '#platform/mail.ts';

/**
 * Mail through any SMTP server. The first message loads the library and asks for the address. The sandbox's
 * address may change after a restart.
 */
export function smtpMail(address: () => Promise<string>, from: string): Mail {
  let opened:
    | { url: string; transport: Promise<{ sendMail(message: object): Promise<unknown> }> }
    | undefined;
  return {
    async send({ invitation, unsubscribeUrl, ...message }) {
      const url = await address();
      if (opened?.url !== url) {
        opened = { url, transport: import('nodemailer').then(({ createTransport }) => createTransport(url)) };
      }
      await (await opened.transport).sendMail({
        from,
        ...message,
        ...(unsubscribeUrl && {
          list: { unsubscribe: { url: unsubscribeUrl } },
          headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
        }),
        ...(invitation && {
          icalEvent: { method: invitation.method, content: invitation.text, filename: 'invitation.ics' },
        }),
      });
    },
  };
}
