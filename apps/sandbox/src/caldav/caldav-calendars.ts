import { randomInt } from 'node:crypto';
import type { GuestMail } from '../mail/inbox.ts';
import type { PersistentPart } from '../state-file.ts';
import { caldavAccount, demoCaldavCalendars } from './demo-caldav.ts';
import { listSchedulingMails } from './scheduling.ts';

export interface CaldavFile {
  /** The file name without .ics. */
  readonly eventId: string;
  readonly ical: string;
  readonly uid: string | null;
  readonly etag: string;
  readonly change: number;
  readonly deleted_at?: string;
}

export interface CaldavCalendar {
  readonly id: string;
  name: string;
  color: string;
  readonly readonly: boolean;
  readonly has_vevent: boolean;
  readonly has_vtodo: boolean;
  readonly files: Record<string, CaldavFile>;
  /** Sync token and ctag; both change with every change. */
  synctoken: string;
  change: number;
  /** Sync tokens from before this change are no longer valid. */
  oldestChange: number;
}

interface State {
  /** By id; created on first access. */
  calendars: Record<string, CaldavCalendar> | null;
  /** App-specific passwords, the newest last. */
  passwords: string[];
  /** Whether the server invites guests by itself, as iCloud does. Absent in older files: it does. */
  schedules?: boolean;
}

/** Apple's limit. */
const MAX_PASSWORDS = 25;
const TOKEN = 'https://caldav.icloud.example/ns/sync/';

/** The calendars of the demo's CalDAV server, and the passwords for them. */
export class CaldavCalendars implements PersistentPart {
  readonly name = 'caldav-calendars';
  readonly #now: () => Date;
  readonly #changed: () => void;
  readonly #password: string;
  readonly #mail: (mail: GuestMail) => void;
  #state: State;

  /** `password` was generated for this start; earlier passwords stay valid. */
  constructor(now: () => Date, password: string, mail: (mail: GuestMail) => void, changed: () => void) {
    this.#now = now;
    this.#mail = mail;
    this.#changed = changed;
    this.#password = password;
    this.#state = { calendars: null, passwords: [password] };
  }

  snapshot(): unknown {
    return this.#state;
  }

  restore(snapshot: unknown): void {
    const { calendars, passwords, schedules = true } = snapshot as State;
    const earlier = passwords.filter((each) => each !== this.#password).slice(1 - MAX_PASSWORDS);
    this.#state = { calendars, passwords: [...earlier, this.#password], schedules };
  }

  reset(): void {
    this.#state = { calendars: null, passwords: [this.#password] };
  }

  get schedules(): boolean {
    return this.#state.schedules ?? true;
  }

  /** Whether the server invites guests by itself from now on. Many servers do not. */
  setScheduling(schedules: boolean): void {
    this.#state.schedules = schedules;
    this.#changed();
  }

  /** The newest password, which prefills the form. */
  get password(): string {
    return this.#state.passwords.at(-1) ?? '';
  }

  isPassword(password: string): boolean {
    return this.#state.passwords.includes(password);
  }

  /**
   * What a change of the Apple account's password does: all app-specific passwords are revoked, and a new one
   * is generated.
   */
  revokePasswords(): void {
    this.#state.passwords = [appSpecificPassword()];
    this.#changed();
  }

  list(): CaldavCalendar[] {
    this.#state.calendars ??= this.#seed();
    return Object.values(this.#state.calendars);
  }

  find(id: string): CaldavCalendar | null {
    return this.list().find((calendar) => calendar.id === id) ?? null;
  }

  #seed(): Record<string, CaldavCalendar> {
    const calendars: Record<string, CaldavCalendar> = {};
    for (const { id, name, color, readonly, component, files } of demoCaldavCalendars(this.#now())) {
      const calendar: CaldavCalendar = {
        id,
        name,
        color,
        readonly,
        has_vevent: component === 'VEVENT',
        has_vtodo: component === 'VTODO',
        files: {},
        synctoken: `${TOKEN}0`,
        change: 0,
        oldestChange: 0,
      };
      calendars[id] = calendar;
      for (const [name, ical] of Object.entries(files)) this.put(calendar, name, ical);
    }
    return calendars;
  }

  file(calendar: CaldavCalendar, eventId: string): CaldavFile | null {
    const file = calendar.files[toFileName(eventId)];
    return file && !file.deleted_at ? file : null;
  }

  files(calendar: CaldavCalendar): CaldavFile[] {
    return Object.values(calendar.files).filter((file) => !file.deleted_at);
  }

  /** The changed and deleted files since a token; null if the token is unknown or no longer valid. */
  since(calendar: CaldavCalendar, token: string): CaldavFile[] | null {
    const change = token.startsWith(TOKEN) ? Number(token.slice(TOKEN.length)) : Number.NaN;
    if (!Number.isInteger(change) || change < calendar.oldestChange || change > calendar.change) return null;
    return Object.values(calendar.files).filter((file) => file.change > change);
  }

  /** A write by a program of the user. The server informs the guests of it. */
  write(calendar: CaldavCalendar, eventId: string, ical: string): CaldavFile {
    this.#notifyGuests(this.file(calendar, eventId)?.ical ?? null, ical);
    return this.put(calendar, eventId, ical);
  }

  #notifyGuests(before: string | null, after: string | null): void {
    if (!this.schedules) return;
    for (const mail of listSchedulingMails(caldavAccount.email, before, after)) this.#mail(mail);
  }

  put(calendar: CaldavCalendar, eventId: string, ical: string): CaldavFile {
    const name = toFileName(eventId);
    const change = this.#touch(calendar);
    const file: CaldavFile = {
      eventId: name,
      ical,
      uid: findUid(ical),
      etag: `"${calendar.id}-${change}"`,
      change,
    };
    calendar.files[name] = file;
    return file;
  }

  remove(calendar: CaldavCalendar, eventId: string): boolean {
    const file = this.file(calendar, eventId);
    if (!file) return false;
    this.#notifyGuests(file.ical, null);
    const change = this.#touch(calendar);
    calendar.files[file.eventId] = { ...file, ical: '', change, deleted_at: this.#now().toISOString() };
    return true;
  }

  #touch(calendar: CaldavCalendar): number {
    calendar.change += 1;
    calendar.synctoken = `${TOKEN}${calendar.change}`;
    this.#changed();
    return calendar.change;
  }

  addCalendar(id: string, name: string, color: string): CaldavCalendar {
    this.list();
    const calendar: CaldavCalendar = {
      id,
      name,
      color,
      readonly: false,
      has_vevent: true,
      has_vtodo: false,
      files: {},
      synctoken: `${TOKEN}0`,
      change: 0,
      oldestChange: 0,
    };
    (this.#state.calendars as Record<string, CaldavCalendar>)[id] = calendar;
    this.#changed();
    return calendar;
  }

  removeCalendar(id: string): void {
    delete this.#state.calendars?.[id];
    this.#changed();
  }

  /** Rejects all sync tokens issued so far. */
  forgetSyncTokens(): void {
    for (const calendar of this.list()) {
      this.#touch(calendar);
      calendar.oldestChange = calendar.change;
    }
  }
}

export function findUid(ical: string): string | null {
  return /^UID:(.+?)\r?$/m.exec(ical.replace(/\r?\n[ \t]/g, ''))?.[1] ?? null;
}

function toFileName(eventId: string): string {
  return eventId.replace(/\.ics$/, '');
}

/** Apple's format: `abcd-efgh-ijkl-mnop`. */
function appSpecificPassword(): string {
  const letters = () => String.fromCharCode(...Array.from({ length: 4 }, () => 97 + randomInt(26)));
  return [letters(), letters(), letters(), letters()].join('-');
}
