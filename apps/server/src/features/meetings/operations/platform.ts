import type { EventWriter } from '#features/calendar/operations/platform.ts';
import type { DbContext, Mailer } from '#platform/context.ts';

export type MeetingsPlatform = DbContext & EventWriter & Mailer;
