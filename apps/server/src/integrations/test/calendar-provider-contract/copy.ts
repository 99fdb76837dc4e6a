import { expect } from 'vitest';
import type { CalendarSession } from '#features/calendar-sync/model/calendar-session.ts';
import type { RemoteResource } from '#features/calendar-sync/model/resource.ts';
import type { CalendarHarness } from './harness.ts';

/** A copy of a calendar, built from sync runs. */
export class KeptCopy {
  readonly resources = new Map<string, RemoteResource>();
  readonly #session: CalendarSession;
  readonly #harness: CalendarHarness;
  cursor: string | null = null;

  constructor(session: CalendarSession, harness: CalendarHarness) {
    this.#session = session;
    this.#harness = harness;
  }

  /** Runs one sync and returns what it reported. */
  async pull(): Promise<{ put: RemoteResource[]; gone: string[]; pages: number }> {
    const { calendarId, range } = this.#harness;
    const received = { put: [] as RemoteResource[], gone: [] as string[], pages: 0 };
    let next: string | null = null;
    for await (const { changes, cursor } of this.#session.listChanges(calendarId, this.cursor, range)) {
      expect(next, 'the cursor comes with the last page only').toBeNull();
      received.pages += 1;
      for (const change of changes) {
        if (change.kind === 'put') {
          received.put.push(change.resource);
          this.resources.set(change.resource.id, change.resource);
        } else {
          received.gone.push(change.id);
          await this.#drop(change.id);
        }
      }
      next = cursor;
    }
    expect(next).not.toBeNull();
    this.cursor = next;
    return received;
  }

  async #drop(id: string): Promise<void> {
    const whole = [...this.resources.values()].find(({ partIds }) => partIds.includes(id));
    for (const resource of this.resources.values())
      if (resource.id === id || resource.masterId === id) this.resources.delete(resource.id);
    if (!whole) return;
    const uid = whole.records[0]?.uid ?? '';
    this.resources.delete(whole.id);
    for (const resource of await this.#session.read(this.#harness.calendarId, uid, [whole]))
      this.resources.set(resource.id, resource);
  }

  of(resourceId: string): RemoteResource[] {
    return [...this.resources.values()].filter(
      ({ id, masterId }) => id === resourceId || masterId === resourceId,
    );
  }

  titled(title: string): RemoteResource[] {
    return [...this.resources.values()].filter(
      ({ records, masterId }) => masterId === null && records[0]?.title === title,
    );
  }
}
