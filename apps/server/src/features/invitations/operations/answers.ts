import type { GuestAnswer } from '@dayloom/contracts';
import { toParticipation } from '#features/calendar/model/guests.ts';
import { lockCalendarObject, recordAnswer } from '#features/calendar/operations/guest-answers.ts';
import type { DbContext } from '#platform/context.ts';
import type { AnswerOutcome } from '../model/mailed-answer.ts';
import { isOutdated, listLaterAnswers, type ReceivedAnswer } from '../rules/answer-order.ts';
import { type FoundGuest, listInvitedGuests, noteAnswers } from '../store/guests.ts';
import { lockInvitation } from '../store/invitations.ts';
import type { InvitationsPlatform } from './platform.ts';

/** Where an answer comes from: the guest's page, where the latest click counts, or a mail, which may be late. */
export type AnswerSource = { readonly page: true } | { readonly reply: ReceivedAnswer };

/** Records a guest's answer, which open pages show at once. */
export async function answerAsGuest(
  platform: DbContext & Pick<InvitationsPlatform, 'outboundQueue'>,
  found: FoundGuest,
  answer: GuestAnswer,
  source: AnswerSource,
): Promise<AnswerOutcome> {
  const { scope, email } = found;
  return platform.db.transaction().execute(async (tx) => {
    const locked = await lockCalendarObject(tx, scope, found);
    const invitation = await lockInvitation(tx, scope, found);
    const guests = invitation ? await listInvitedGuests(tx, scope, invitation.id) : [];
    const guest = guests.find((each) => each.email === email);
    if (!invitation || !guest) return 'uninvited';
    const now = platform.clock().getTime();
    const given = 'page' in source ? { sequence: invitation.sequence, stampedAt: now } : source.reply;
    const recurrenceId = 'page' in source ? null : source.reply.recurrenceId;
    // A wrong clock or number of a guest's program must not outrank later answers.
    const version = {
      sequence: Math.min(given.sequence, invitation.sequence),
      stampedAt: Math.min(given.stampedAt, now),
    };
    if (!('page' in source) && isOutdated({ ...version, recurrenceId }, invitation, guest)) return 'outdated';
    const isRecorded = await recordAnswer(platform, tx, scope, locked, {
      email,
      participation: toParticipation(answer),
      recurrenceId,
      except: 'page' in source ? [] : listLaterAnswers(version, guest),
    });
    if (!isRecorded) return 'uninvited';
    const answers = { ...guest.answers, [recurrenceId ?? '']: version };
    await noteAnswers(tx, scope, invitation.id, { email, answers });
    return 'recorded';
  });
}
