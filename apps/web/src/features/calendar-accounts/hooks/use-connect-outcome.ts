import { ApiError } from '#lib/api.ts';
import { createStore, useStore } from '#lib/store.ts';
import { ConnectFailure } from '../api.ts';
import { type CalendarDomain, domainNames } from '../model/connected-calendars.ts';

/** How the last connecting went, for the line in the tab. It belongs to no page: the way leads over several. */
export type ConnectOutcome =
  | { step: 'idle' }
  | { step: 'connecting'; domain: CalendarDomain }
  /** `isCalm`: somebody chose so; nothing is wrong. */
  | { step: 'failed'; domain: CalendarDomain; reason: string; isCalm: boolean };

const current = createStore<ConnectOutcome>({ step: 'idle' });

export const setConnectOutcome = current.set;
export const useConnectOutcome = () => useStore(current);

/** Why it failed, as a sentence: the server's reason, else what the network says. */
export function describeReason(error: unknown, domain: CalendarDomain): string {
  const name = domainNames[domain];
  const { code, scope, provider, ...others } = error instanceof ConnectFailure ? error.fields : {};
  const described = scope ?? code ?? provider ?? Object.values(others)[0];
  if (described)
    return isSentence(described)
      ? described
      : `${code ? 'The permission' : `${name} Calendar`} ${described}.`;
  const cause = error instanceof ConnectFailure ? error.cause : error;
  const isOurs = cause instanceof ApiError && (cause.code === 'network' || cause.code === 'rate_limited');
  return isOurs ? cause.message : `${name} could not be connected this time.`;
}

const isSentence = (text: string) => /^\p{Lu}.*[.!?]$/su.test(text);
