import type { AgentCall, AgentCallState } from '@dayloom/contracts';
import { dateFormat } from '#lib/date-format.ts';

const states: Readonly<Record<AgentCallState, string | null>> = {
  running: 'Running',
  // The usual case needs no word.
  done: null,
  waiting: 'Proposed',
  failed: 'Refused',
  discarded: 'Discarded',
  expired: 'Expired',
  undone: 'Undone',
};

/** 'Proposed', or null for what was simply done. */
export const describeState = ({ state }: Pick<AgentCall, 'state'>): string | null => states[state];

const MAX_TITLE = 300;

/** What a call did, or tried to do. */
export function describeCall({ outcome, tool }: Pick<AgentCall, 'outcome' | 'tool'>): string {
  const words = outcome === '' ? tool : outcome;
  return words.length > MAX_TITLE ? `${words.slice(0, MAX_TITLE)}…` : words;
}

const moment = dateFormat({ dateStyle: 'medium', timeStyle: 'short' });

export const formatMoment = (instant: string): string => moment().format(new Date(instant));
