/** An answer to an iCalendar object that this server has sent (METHOD:REPLY). The sender is the attendee. */
export interface MailedAnswer {
  readonly uid: string;
  readonly email: string;
  readonly answer: 'accepted' | 'tentative' | 'declined';
  readonly sequence: number;
  /** DTSTAMP, in epoch milliseconds. */
  readonly stampedAt: number;
}

/** `outdated`: it was answered since, or takes place at another time. `uninvited`: the sender is not invited. */
export type AnswerOutcome = 'recorded' | 'outdated' | 'uninvited';
