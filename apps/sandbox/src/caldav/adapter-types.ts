import type { Context, Middleware } from 'koa';

// The data layer and the options that `caldav-adapter` expects; the library has no types.

interface CaldavUser {
  readonly principalId: string;
  readonly principalName: string;
  readonly email: string;
}

/** The parts of a request's path; absent parts are missing. */
export interface CaldavPath {
  readonly principalId: string;
  readonly calendarId?: string;
  readonly eventId?: string;
  readonly user: CaldavUser;
}

export interface Data<Calendar, Event> {
  createCalendar(ctx: Context, calendar: object): Promise<Calendar>;
  updateCalendar(ctx: Context, place: CaldavPath): Promise<Calendar>;
  deleteCalendar(ctx: Context, place: CaldavPath): Promise<void>;
  getCalendar(ctx: Context, place: CaldavPath): Promise<Calendar | null>;
  getCalendarsForPrincipal(ctx: Context, place: CaldavPath): Promise<readonly Calendar[]>;
  getEventsForCalendar(
    ctx: Context,
    query: CaldavPath & { readonly showDeleted?: boolean; readonly syncToken?: string | null },
  ): Promise<readonly Event[]>;
  getEventsByDate(
    ctx: Context,
    query: CaldavPath & { readonly start: Date | null; readonly end: Date | null },
  ): Promise<readonly Event[]>;
  getEvent(ctx: Context, place: CaldavPath): Promise<Event | null>;
  createEvent(ctx: Context, place: CaldavPath): Promise<Event>;
  updateEvent(ctx: Context, place: CaldavPath): Promise<Event>;
  deleteEvent(ctx: Context, place: CaldavPath): Promise<void>;
  buildICS(ctx: Context, event: Event | readonly Event[], calendar: Calendar): Promise<string>;
  getCalendarId(ctx: Context, calendar: Calendar): string;
  getETag(ctx: Context, of: Calendar | Event): string;
}

interface Options<Calendar, Event> {
  readonly authenticate: (
    ctx: Context,
    login: { readonly username: string; readonly password: string; readonly principalId?: string },
  ) => Promise<CaldavUser | null>;
  readonly authRealm: string;
  readonly caldavRoot?: string;
  readonly calendarRoot?: string;
  readonly principalRoot?: string;
  readonly disableWellKnown?: boolean;
  readonly data: Data<Calendar, Event>;
}

export type CaldavAdapter = <Calendar, Event>(options: Options<Calendar, Event>) => Middleware;
