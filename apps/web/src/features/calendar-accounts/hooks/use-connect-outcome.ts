import { ApiError } from '#lib/api.ts';
import { createStore, useStore } from '#lib/store.ts';
import { ConnectFailure } from '../api.ts';
import { type CalendarDomain, domainNames } from '../model/connected-calendars.ts';

/** The outcome of the last attempt to connect. It is global, because connecting spans several pages. */
export type ConnectOutcome =
  | { step: 'idle' }
  | { step: 'connecting'; domain: CalendarDomain }
  | { step: 'connected'; domain: CalendarDomain }
  /** `isCalm`: the user declined, so this is not an error. */
  | { step: 'failed'; domain: CalendarDomain; reason: string; isCalm: boolean };

const current = createStore<ConnectOutcome>({ step: 'idle' });

export const setConnectOutcome = current.set;
export const useConnectOutcome = () => useStore(current);

/** The reason of the failure as a sentence: the server's, else the network error. */
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
