import type { CalendarPlatform } from '#features/calendar/operations/platform.ts';
import type { Platform } from '#platform/context.ts';

export type MeetingsPlatform = CalendarPlatform & Pick<Platform, 'secrets'>;
