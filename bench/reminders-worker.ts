import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '../apps/server/src/app.ts';
import { preparePushes } from '../apps/server/src/features/notifications/operations/push.ts';
import { sendDueMessages } from '../apps/server/src/features/phone/operations/texts.ts';
import { refreshReminders } from '../apps/server/src/features/reminders/operations/refresh.ts';
import { sendDueReminders } from '../apps/server/src/features/reminders/operations/send-due.ts';
import { readConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/db.ts';
import { sendDueMails } from '../apps/server/src/platform/mail-queue.ts';

/** One worker with simulated channels. It makes rows or sends, as the parent says, and writes down what it sent. */
const { DATABASE_URL: databaseUrl = '', NOW: now = '', REPORT: report = '' } = process.env;
const database = openDatabase(databaseUrl, 8);
const app = await buildApp({
  config: readConfig({ ...process.env }),
  database,
  databaseUrl,
  clock: () => new Date(now),
});

const PAUSE_MS = 100;

const sent = { mails: [] as string[], pushes: [] as string[], texts: [] as string[] };
const platform = {
  ...app.notifications,
  ...app.reminders,
  push: {
    makeKeys: () => ({ publicKey: 'public', privateKey: 'private' }),
    async send({ payload, subscription }: { payload: string; subscription: { endpoint: string } }) {
      const { tag } = JSON.parse(payload) as { tag: string };
      sent.pushes.push(`${subscription.endpoint} ${tag}`);
      return 'sent' as const;
    },
  },
  sms: {
    codes: null,
    async send({ reference }: { reference: string }) {
      sent.texts.push(reference);
      return { outcome: 'sent' as const, id: reference };
    },
    readDelivery: async () => 'ignored' as const,
    answer: () => ({ type: '', body: '' }),
  },
};

const steps: Record<string, () => Promise<void>> = {
  refresh: () => refreshReminders(platform),
  async send() {
    const mails = {
      ...app.platform,
      mail: {
        async send({ messageId = '' }: { messageId?: string }) {
          sent.mails.push(messageId);
        },
      },
      enqueueText: async () => {},
      reportUnsent: async () => {},
      preparePushes: (browsers: Parameters<typeof preparePushes>[1]) => preparePushes(platform, browsers),
    };
    let isClaiming = true;
    const drain = async (send: () => Promise<unknown>) => {
      // Once more after the last claim: what it queued is due.
      for (let isLast = false; !isLast; ) {
        isLast = !isClaiming;
        await send();
        // As often as a worker is woken for what was queued.
        await sleep(PAUSE_MS);
      }
    };
    const claiming = sendDueReminders(platform).finally(() => {
      isClaiming = false;
    });
    await Promise.all([claiming, drain(() => sendDueMails(mails)), drain(() => sendDueMessages(platform))]);
    // The other worker may have queued something meanwhile.
    await sendDueMails(mails);
    await sendDueMessages(platform);
    writeFileSync(report, JSON.stringify(sent));
  },
};

process.on('message', (step: string) => {
  void (async () => {
    if (step === 'end') {
      await app.close();
      await database.close();
      process.disconnect();
      return;
    }
    await steps[step]?.();
    process.send?.(step);
  })();
});
process.send?.('ready');
