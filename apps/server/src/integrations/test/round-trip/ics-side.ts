import { type Part, readParts } from './calendar-diff.ts';
import type { CalendarSide } from './round-trip.ts';

/** Another program at a CalDAV collection. It sees calendar objects byte for byte. */
export function icsSide({
  offer,
  texts,
}: {
  offer: (name: string, text: string) => Promise<boolean>;
  texts: () => Promise<string[]>;
}): CalendarSide {
  return {
    async offer(name, text) {
      if (!(await offer(fileName(name), text))) return null;
      return readParts(text).flatMap(({ uid }) => (uid === '' ? [] : uid));
    },
    async partsByUid() {
      const byUid = new Map<string, Part[]>();
      for (const text of await texts()) {
        const parts = readParts(text);
        // Parts without a UID belong to the file. They count with its smallest UID, in any order.
        const [first = ''] = parts.flatMap(({ uid }) => uid || []).sort();
        for (const part of parts) {
          const uid = part.uid || first;
          byUid.set(uid, [...(byUid.get(uid) ?? []), part]);
        }
      }
      return byUid;
    },
  };
}

export function fileName(name: string): string {
  return `${name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.ics`;
}
