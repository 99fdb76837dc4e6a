import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { mutateOptimistically, optimisticChange, optimisticData, useOptimistic } from '#lib/optimistic.ts';
import { type GridItem, type Place, withPlace } from '../model/grid-item.ts';

/** Time for further arrow presses before the move is committed. */
const KEY_PAUSE_MS = 700;

const shownItems = optimisticData<readonly GridItem[]>('grid items');

interface Pause {
  readonly end: (how: 'commit' | 'replace') => void;
}

/**
 * Holds items where they were dropped or moved by key until the data contain the new place. Keyboard moves
 * are combined before they are committed.
 */
export function useHeldPlaces(
  items: readonly GridItem[],
  commit: (item: GridItem, place: Place) => Promise<void>,
) {
  const client = useQueryClient();
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  }, [commit]);
  const pauses = useRef(new Map<string, Pause>());
  // Commits a pending move when the page is left.
  useEffect(() => {
    const waiting = pauses.current;
    return () => {
      for (const { end } of waiting.values()) end('commit');
    };
  }, []);

  const hold = useCallback(
    (item: GridItem, place: Place, how: 'drop' | 'key') => {
      const earlier = pauses.current.get(item.id);
      let mine: Pause | undefined;
      const pause = new Promise<'commit' | 'replace'>((resolve) => {
        const timer = setTimeout(() => resolve('commit'), how === 'key' ? KEY_PAUSE_MS : 0);
        mine = {
          end: (why) => {
            clearTimeout(timer);
            resolve(why);
          },
        };
        pauses.current.set(item.id, mine);
      });
      void mutateOptimistically(client, {
        scope: `place of ${item.id}`,
        changes: [optimisticChange(shownItems, (all) => withPlace(all, item, place))],
        send: async () => {
          const why = await pause;
          if (pauses.current.get(item.id) === mine) pauses.current.delete(item.id);
          if (why === 'commit') await latestCommit.current(item, place);
        },
      });
      earlier?.end('replace');
    },
    [client],
  );
  const withHeld = useOptimistic(shownItems);
  return { items: useMemo(() => withHeld(items), [withHeld, items]), hold };
}
