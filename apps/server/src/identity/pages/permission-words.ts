import type { TokenScope } from '@dayloom/contracts';

const WORDS: Readonly<Record<TokenScope, string>> = {
  'read:profile': 'See your name, email address and account settings',
  'read:tasks': 'See your tasks and notes',
  'write:tasks': 'Add, change, complete and delete tasks',
  'read:calendar': 'See your events and their guests',
  'write:calendar': 'Add, change and delete events, and invite guests',
  'read:planning': 'See your plan',
  'write:planning': 'Plan your tasks into free time',
  'read:journal': 'See the list of changes',
  'write:journal': 'Undo changes',
  'read:bookings': 'See your bookings and event types',
  'write:bookings': 'Change bookings and event types',
  'read:meetings': 'See your meeting requests and the people you have met',
  'write:meetings': 'Send, change and withdraw meeting requests',
  'read:settings': 'See your hours and the settings of the planner',
  'write:settings': 'Change your hours and the settings of the planner',
};

/** What scopes allow, in words for the consent page. */
export function describePermissions(scopes: readonly TokenScope[]): string[] {
  return scopes.length === 0
    ? ['Nothing but know that you have an account here']
    : scopes.map((scope) => WORDS[scope]);
}
