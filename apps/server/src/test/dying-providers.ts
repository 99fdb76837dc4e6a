import type { CalendarProvider, CalendarProviders } from '../features/calendar-accounts/ports.ts';
import type { CalendarSession } from '../features/calendar-sync/model/calendar-session.ts';

/**
 * Calendar providers during whose calls the calling process may stop: before a call, or after it and before
 * its reply arrives. It stops like a killed process and cleans nothing up. Like a paused process, it can also
 * resume later.
 */
export class DyingProviders {
  /** Called before and after each call. */
  isDeadly: () => boolean = () => false;
  readonly #stopped: (() => void)[] = [];
  readonly #works: Promise<void>[] = [];
  #onStop = (): void => {};

  readonly around = ({ google, outlook, apple }: CalendarProviders): CalendarProviders => ({
    google: google && { ...google, calendars: this.#deadly(google.calendars) },
    outlook: outlook && { ...outlook, calendars: this.#deadly(outlook.calendars) },
    apple: apple && { ...apple, calendars: this.#deadly(apple.calendars) },
  });

  /** Waits until the work is done or stopped. */
  async runUntilStopped(work: () => Promise<void>): Promise<'done' | 'stopped'> {
    const stopped = new Promise<'stopped'>((resolve) => {
      this.#onStop = () => resolve('stopped');
    });
    const working = work();
    this.#works.push(working);
    return Promise.race([working.then(() => 'done' as const), stopped]);
  }

  /**
   * Resumes everything that stopped. Others may have taken over meanwhile. Waits until all of it has ended.
   */
  async resumeAll(): Promise<void> {
    for (const goOn of this.#stopped.splice(0)) goOn();
    await Promise.allSettled(this.#works.splice(0));
  }

  async #step(): Promise<void> {
    if (!this.isDeadly()) return;
    await new Promise<void>((resolve) => {
      this.#stopped.push(resolve);
      this.#onStop();
    });
  }

  async #call<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    await this.#step();
    const answer = await work();
    await this.#step();
    return answer;
  }

  #deadly(provider: CalendarProvider): CalendarProvider {
    const { domain, isBounded, hasUnnamedParts, canWithholdNotices, watchHours } = provider;
    return {
      domain,
      isBounded,
      hasUnnamedParts,
      canWithholdNotices,
      watchHours,
      open: (grant) => this.#session(provider.open(grant)),
    };
  }

  #session(session: CalendarSession): CalendarSession {
    const { readWhole } = session;
    const step = () => this.#step();
    return {
      listCalendars: () => this.#call(() => session.listCalendars()),
      async *listChanges(...input) {
        for await (const page of session.listChanges(...input)) {
          await step();
          yield page;
        }
      },
      read: (...input) => this.#call(() => session.read(...input)),
      ...(readWhole && { readWhole: (...input) => this.#call(() => readWhole(...input)) }),
      write: (...input) => this.#call(() => session.write(...input)),
      remove: (...input) => this.#call(() => session.remove(...input)),
      watch: (...input) => this.#call(() => session.watch(...input)),
      unwatch: (...input) => this.#call(() => session.unwatch(...input)),
    };
  }
}
