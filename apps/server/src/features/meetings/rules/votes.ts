import type { StoredAttendee, StoredMeeting } from '../model/meeting.ts';

export interface Votes {
  readonly startsAt: Date;
  readonly accepted: number;
  readonly maybe: number;
  /** The time that suits most attendees, the earliest of several. No time is best without a vote. */
  readonly isBest: boolean;
}

/** Counts the attendees whom each proposed time suits. It suits the person who proposed it. */
export function countVotes({ times }: StoredMeeting, attendees: readonly StoredAttendee[]): Votes[] {
  const counted = times.map((startsAt) => {
    const suits = attendees.filter(({ answerTimes }) =>
      answerTimes.some((time) => time.getTime() === startsAt.getTime()),
    );
    return {
      startsAt,
      accepted: suits.filter(({ answer }) => answer === 'accept' || answer === 'propose').length,
      maybe: suits.filter(({ answer }) => answer === 'maybe').length,
    };
  });
  const [best] = counted
    .filter(({ accepted, maybe }) => accepted + maybe > 0)
    .toSorted(
      (a, b) => b.accepted - a.accepted || b.maybe - a.maybe || a.startsAt.getTime() - b.startsAt.getTime(),
    );
  return counted.map((one) => ({ ...one, isBest: one === best }));
}
