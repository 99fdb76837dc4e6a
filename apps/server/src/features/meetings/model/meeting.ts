import type { MeetingAnswer } from '@dayloom/contracts';

/** A meeting request as it is stored. `expired` is not a status: it follows from the clock. */
export interface StoredMeeting {
  readonly id: string;
  readonly slug: string;
  readonly status: 'open' | 'confirmed' | 'withdrawn';
  readonly title: string;
  readonly message: string;
  readonly location: string;
  readonly durationMinutes: number;
  /** The organizer's, in which mails name times. */
  readonly timeZone: string;
  /** The proposed starts, sorted. */
  readonly times: readonly Date[];
  readonly showsAnswers: boolean;
  readonly answerBy: string | null;
  readonly expiresAt: Date;
  /** When those without an answer are reminded; null once that is done. */
  readonly remindAt: Date | null;
  readonly rounds: number;
  readonly confirmedAt: Date | null;
  readonly eventId: string | null;
  readonly sequence: number;
  readonly sendsAt: Date;
  readonly unreportedSince: Date | null;
  readonly createdAt: Date;
}

export interface StoredAttendee {
  readonly id: string;
  readonly requestId: string;
  readonly email: string;
  readonly name: string;
  readonly sealedToken: string;
  /** How often the short link was opened. */
  readonly linkUses: number;
  readonly viewedAt: Date | null;
  readonly answeredAt: Date | null;
  readonly remindedAt: Date | null;
  readonly answer: MeetingAnswer | null;
  readonly answerTimes: readonly Date[];
  readonly reason: string;
}

/** Part of a page's address: words of the title and something random, so that no two requests have the same. */
export function toSlug(title: string, random: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
  return `${words || 'meeting'}-${random}`;
}

/** A name for others to see: never the whole address. */
export function toPublicName({ name, email }: Pick<StoredAttendee, 'name' | 'email'>): string {
  return name || (email.split('@')[0] ?? '');
}
