/** The id of a focus session, by when it ended: one that several devices report is recorded once. */
export const toSessionId = (endedAt: string): string =>
  `00000000-0000-4000-8000-${Date.parse(endedAt).toString(16).padStart(12, '0')}`;
