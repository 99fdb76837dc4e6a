import type { Mail } from '#platform/mail.ts';

/**
 * Mail by any SMTP server. The library is loaded, and the address asked for, when the first message leaves;
 * the sandbox's address may be another one after it started again.
 */
export function smtpMail(address: () => Promise<string>, from: string): Mail {
  let opened:
    | { url: string; transport: Promise<{ sendMail(message: object): Promise<unknown> }> }
    | undefined;
  return {
    async send(message) {
      const url = await address();
      if (opened?.url !== url) {
        opened = { url, transport: import('nodemailer').then(({ createTransport }) => createTransport(url)) };
      }
      await (await opened.transport).sendMail({ from, ...message });
    },
  };
}
