import { listRecipients } from '#features/account/operations/mail.ts';
import type { Platform } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { notifyChanged } from '#platform/notify.ts';
import { mintScope, type Scope } from '#platform/scope.ts';
import { lockSettings, saveSettings } from '../store/settings.ts';
import { toSettings, withChange } from './settings.ts';

/** What one link stops: reminders by email, or one of the daily mails. */
export const mailLists = ['reminders', 'briefing', 'summary'] as const;
export type MailList = (typeof mailLists)[number];

const CONTEXT = 'unsubscribe';

/** A link that stops mails of one kind without a sign-in. It is signed, and allows nothing else. */
export function toUnsubscribeUrl(
  { config, secrets }: Pick<Platform, 'config' | 'secrets'>,
  scope: Scope,
  list: MailList,
): string {
  const subject = `${list}.${scope.userId}`;
  return `${config.apiBaseUrl}/unsubscribe/${subject}.${secrets.mac(subject, CONTEXT)}`;
}

/** Throws `not_found` for a link that we did not make. */
export function readUnsubscribeToken(
  { secrets }: Pick<Platform, 'secrets'>,
  token: string,
): { scope: Scope; list: MailList } {
  const [list = '', userId = '', mac = ''] = token.split('.');
  const known = mailLists.find((name) => name === list);
  if (!known || !secrets.isMac(mac, `${list}.${userId}`, CONTEXT))
    throw new AppError('not_found', 'This link is not complete. Copy all of it from the mail.');
  return { scope: mintScope(userId, 'system'), list: known };
}

/** Stops the mails. Doing it twice changes nothing. */
export async function unsubscribe(
  platform: Pick<Platform, 'db' | 'secrets'>,
  token: string,
): Promise<MailList> {
  const { scope, list } = readUnsubscribeToken(platform, token);
  await platform.db.transaction().execute(async (tx) => {
    // An account that was deleted gets no mails either.
    if (!(await listRecipients({ db: tx }, [scope.userId])).has(scope.userId)) return;
    const stored = await lockSettings(tx, scope);
    await saveSettings(
      tx,
      scope,
      list === 'reminders'
        ? withChange(stored, { mailsReminders: false })
        : withChange(stored, { [list]: { ...toSettings(stored)[list], isOn: false } }),
    );
    await notifyChanged(tx, scope, 'profile');
  });
  return list;
}

export const mailListWords: Record<MailList, string> = {
  reminders: 'reminders by email',
  briefing: 'the daily briefing',
  summary: 'the evening summary',
};
