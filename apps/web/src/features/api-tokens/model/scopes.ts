import type { TokenScope } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';

export const areas = [
  { id: 'tasks', label: 'Tasks', text: 'Tasks with their notes', canWrite: true },
  { id: 'calendar', label: 'Calendar', text: 'Calendars and events', canWrite: true },
  {
    id: 'bookings',
    label: 'Bookings',
    text: 'Event types, and bookings with those who made them',
    canWrite: true,
  },
  {
    id: 'meetings',
    label: 'Meeting requests',
    text: 'Meeting requests with their answers, and people you have met',
    canWrite: true,
  },
  { id: 'planning', label: 'Planning', text: 'The plan, its blocks and proposals', canWrite: true },
  {
    id: 'journal',
    label: 'Journal',
    text: 'The history of changes; write access can undo them',
    canWrite: true,
  },
  { id: 'settings', label: 'Settings', text: 'Weekly hours and settings of the planner', canWrite: true },
  { id: 'profile', label: 'Profile', text: 'Name, address and settings', canWrite: false },
] as const;
export type Area = (typeof areas)[number]['id'];
export type Level = 'none' | 'read' | 'write';

/** Write permission includes read: a token that cannot read what it changes is of little use. */
export function toScopes(levels: Readonly<Record<Area, Level>>): TokenScope[] {
  return areas.flatMap(({ id }): TokenScope[] => {
    if (levels[id] === 'none') return [];
    const read: TokenScope = `read:${id}`;
    return levels[id] === 'write' && id !== 'profile' ? [read, `write:${id}`] : [read];
  });
}

/** `Tasks: read and write · Profile: read` */
export function describeScopes(scopes: readonly TokenScope[]): string {
  return areas
    .flatMap(({ id, label }) => {
      const canRead = scopes.includes(`read:${id}`);
      const canWrite = id !== 'profile' && scopes.includes(`write:${id}`);
      if (!canRead && !canWrite) return [];
      return [`${label}: ${canRead && canWrite ? 'read and write' : canWrite ? 'write' : 'read'}`];
    })
    .join(' · ');
}

export const lifetimes = [
  { value: 7, label: '7 days' },
  { value: 30, label: '30 days' },
  { value: 90, label: '90 days' },
  { value: 365, label: 'A year' },
  { value: 0, label: 'Until it is revoked' },
];

export function toExpiry(days: number, now: number): string | null {
  return days === 0 ? null : new Date(now + days * DAY_MS).toISOString();
}
