import type { AnswerVersion, StoredGuest, StoredInvitation } from '../model/invitation.ts';

export interface ReceivedAnswer extends AnswerVersion {
  /** The occurrence that was answered; null for the whole event. */
  readonly recurrenceId: string | null;
}

/**
 * Whether an answer is to be ignored: it is about a time that no longer holds, or the guest has answered since. Mails
 * arrive in any order, and more than once (RFC 5546 §2.1.5).
 */
export function isOutdated(
  { recurrenceId, ...version }: ReceivedAnswer,
  { answersFrom }: Pick<StoredInvitation, 'answersFrom'>,
  { answers }: Pick<StoredGuest, 'answers'>,
): boolean {
  const key = recurrenceId ?? '';
  const from = Math.max(answersFrom[''] ?? 0, answersFrom[key] ?? 0);
  const later = [answers[''], answers[key]].some((known) => known && !isLater(version, known));
  return version.sequence < from || later;
}

/** The occurrences to which the guest gave a later answer than this one to the whole event. */
export function listLaterAnswers(
  version: AnswerVersion,
  { answers }: Pick<StoredGuest, 'answers'>,
): string[] {
  return Object.entries(answers).flatMap(([key, known]) =>
    key !== '' && isLater(known, version) ? [key] : [],
  );
}

function isLater(left: AnswerVersion, right: AnswerVersion): boolean {
  return (
    left.sequence > right.sequence || (left.sequence === right.sequence && left.stampedAt > right.stampedAt)
  );
}
