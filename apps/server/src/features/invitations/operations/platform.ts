import type { CalendarPlatform } from '#features/calendar/operations/platform.ts';
import type { Platform } from '#platform/context.ts';

export type InvitationsPlatform = CalendarPlatform & Pick<Platform, 'secrets'>;

export const jobNames = { send: 'invitations.send' } as const;
