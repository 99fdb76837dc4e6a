import { readParts } from './calendar-diff.ts';
import type { CalendarSide } from './round-trip.ts';

/** Another program at a CalDAV collection, which sees calendar objects byte for byte. */
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
      const objects = (await texts()).map(readParts);
      const byUid = Map.groupBy(objects, (parts) => parts.find(({ uid }) => uid !== '')?.uid ?? '');
      return new Map([...byUid].map(([uid, all]) => [uid, all.flat()]));
    },
  };
}

function fileName(name: string): string {
  return `${name.replace(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.ics`;
}
