/** What all agents of one user may do together, and what one agent may do. */
export const caps = {
  changesPerHour: 300,
  /** People who are notified of an agent's changes, in 24 hours. */
  guestsPerDay: 50,
  /** Proposals of one agent that wait. */
  waiting: 20,
  proposalMinutes: 60,
  /** The limit of a connected app. API tokens have their own. */
  requestsPerMinute: 120,
  changesPerDay: 500,
} as const;
