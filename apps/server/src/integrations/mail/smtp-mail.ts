import type { Mail } from '../../platform/mail.ts';

/** Mail by any SMTP server. The library is loaded when the first message leaves. */
export function smtpMail(url: string, from: string): Mail {
  let opening: Promise<{ sendMail(message: object): Promise<unknown> }> | undefined;
  return {
    async send(message) {
      opening ??= import('nodemailer').then(({ createTransport }) => createTransport(url));
      await (await opening).sendMail({ from, ...message });
    },
  };
}
