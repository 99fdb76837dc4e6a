import type { AgentFacts } from '../model/agent.ts';
import { caps } from '../model/caps.ts';

interface Counts {
  readonly changesInHour: number;
  readonly changesInDay: number;
  readonly guestsInDay: number;
}

/** Why an agent must not make so many more changes now, or null. */
export function refuseChanges(
  { changesInHour, changesInDay }: Counts,
  { kind, changesPerDay }: Pick<AgentFacts, 'kind' | 'changesPerDay'>,
  changes: number,
): string | null {
  if (changesInHour + changes > caps.changesPerHour)
    return `Agents may make ${caps.changesPerHour} changes an hour. Try again later.`;
  // REST calls count against the limit of a token, too, so it is counted there.
  return kind === 'app' && changesInDay + changes > changesPerDay
    ? `An app may make ${changesPerDay} changes a day. Try again tomorrow.`
    : null;
}

/** Why an agent may not notify so many more people of changes now; null if it may. */
export function refuseGuests({ guestsInDay }: Counts, guests: number): string | null {
  if (guests === 0 || guestsInDay + guests <= caps.guestsPerDay) return null;
  const left = Math.max(0, caps.guestsPerDay - guestsInDay);
  return `This would notify ${guests} people. Agents may notify ${caps.guestsPerDay} people a day, and ${left} are left. The user can do it themselves.`;
}
