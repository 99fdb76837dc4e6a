import type { BookingStatus, GuestAnswer } from '@dayloom/contracts';

/** An answer to the invitation file of a booking. `sequence` and `stampedAt` say which one is the latest. */
export interface BookingReply {
  readonly answer: GuestAnswer;
  readonly sequence: number;
  /** In epoch milliseconds. */
  readonly stampedAt: number;
}

/** What the visitor filled in, and what was agreed on at that time. */
export interface BookingDetails {
  readonly timeZone: string;
  readonly phone: string | null;
  /** The verified number of a visitor who wants a reminder by text message. */
  readonly textTo?: string;
  readonly notes: string;
  readonly guests: readonly string[];
  readonly answers: readonly { readonly label: string; readonly answer: string }[];
  readonly location: string;
  /** The first host's calendar is making a conference link. Until it is known, `location` names its kind. */
  readonly awaitsLink?: true;
  readonly eventType: string;
  /** The usernames of all hosts, in the order of the link. */
  readonly hosts: readonly string[];
  /** The visitor asked for a time that was not offered. It blocks nothing until the host accepts it. */
  readonly isRequest?: true;
  /** Answers by mail of the visitor and the guests, by address. */
  readonly replies?: Readonly<Record<string, BookingReply>>;
  readonly cancelledBy?: 'host' | 'visitor';
  readonly cancelMessage?: string;
}

/** Ignored when free time is computed: the visitor's own hold, or the booking that moves. */
export interface IgnoredBooking {
  readonly id: string;
  readonly kind: 'hold' | 'booking';
}

/** One host's part of a booking. */
export interface StoredBooking {
  readonly userId: string;
  readonly id: string;
  readonly status: BookingStatus;
  readonly eventTypeId: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly title: string;
  readonly name: string;
  readonly email: string;
  readonly details: BookingDetails;
  /** While the visitor has to confirm the address: when the booking expires. */
  readonly expiresAt: Date | null;
  readonly emailCodeHash: string | null;
  readonly sealedToken: string | null;
  readonly eventId: string | null;
  readonly sequence: number;
  readonly isNoShow: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The mail that the mail job still has to write. */
export type UnsentMail = 'confirmed' | 'requested';
