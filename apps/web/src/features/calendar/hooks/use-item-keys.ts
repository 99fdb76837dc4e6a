import { type RefObject, useEffect, useRef, useState } from 'react';
import { isoDate, localDate } from '#lib/local-dates.ts';
import type { GridItem, Place } from '../model/grid-item.ts';
import { movePlace, toStep } from '../model/keyboard-moves.ts';
import { describeItem, describePlace } from '../model/place-words.ts';
import { type CalendarView, toDateRange } from '../model/views.ts';

interface ItemKeysOptions {
  items: readonly GridItem[];
  view: CalendarView;
  date: string;
  firstDay: number;
  timeZone: string;
  onPlace: (item: GridItem, place: Place, how: 'key') => void;
  onFollow: (date: string) => void;
}

/** Moves and resizes the focused item with Alt and the arrows, keeps it focused, and announces its place. */
export function useItemKeys(frame: RefObject<HTMLElement | null>, options: ItemKeysOptions) {
  const { items, view, date, firstDay, timeZone, onPlace, onFollow } = options;
  const [announcement, setAnnouncement] = useState('');
  const moving = useRef<string | null>(null);

  // The grid renders an item again in its new column: the focus follows after each render.
  useEffect(() => {
    const id = moving.current;
    if (id === null) return;
    const refocus = requestAnimationFrame(() => {
      const active = document.activeElement;
      if (active && active !== document.body && !frame.current?.contains(active)) moving.current = null;
      else if (findId(active) !== id) findElement(frame.current, id)?.focus();
    });
    return () => cancelAnimationFrame(refocus);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = toStep(event, view);
    if (!step || !(event.target instanceof Element)) return;
    const id = event.target.closest('[role="button"]')?.querySelector<HTMLElement>('[data-item-id]')?.dataset[
      'itemId'
    ];
    const item = items.find((one) => one.id === id);
    if (!item) return;
    event.preventDefault();
    if (!item.isMovable) {
      setAnnouncement(`${item.title} stays where it is.`);
      return;
    }
    const place = movePlace(item, step, timeZone);
    if (!place) {
      setAnnouncement(`${describeItem(item)}. It cannot be shorter.`);
      return;
    }
    moving.current = item.id;
    onPlace(item, place, 'key');
    setAnnouncement(`${item.title}: ${describePlace(place)}`);
    const day = place.startsOn ? localDate(place.startsOn) : new Date(place.startsAt);
    const { from, to } = toDateRange(view, date, firstDay);
    if (day < from || day >= to) onFollow(isoDate(day));
  };

  useEffect(() => {
    const element = frame.current;
    // Does not return the focus if the user moved it elsewhere.
    const stopMoving = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Tab') moving.current = null;
    };
    element?.addEventListener('keydown', onKeyDown);
    window.addEventListener('keydown', stopMoving);
    window.addEventListener('pointerdown', stopMoving);
    return () => {
      element?.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keydown', stopMoving);
      window.removeEventListener('pointerdown', stopMoving);
    };
  });

  return announcement;
}

/** So many frames may pass until a day of the weekend is drawn again. */
const MAX_FRAMES = 60;

/** Returns the focus to an item after the panel that it opened is closed. */
export function focusItem(id: string, framesLeft = MAX_FRAMES): void {
  // After the grid has rendered the item as not selected.
  requestAnimationFrame(() => {
    const element = findElement(document.querySelector('.cg'), id);
    if (element) element.focus();
    // Next to the panel, the weekend may have had no room.
    else if (framesLeft > 0 && document.activeElement?.matches('body, main, aside *'))
      focusItem(id, framesLeft - 1);
  });
}

/** The focused item of the grid. */
export const focusedItemId = (): string | undefined => findId(document.activeElement);

function findId(element: Element | null): string | undefined {
  return element?.closest('[role="button"]')?.querySelector<HTMLElement>('[data-item-id]')?.dataset['itemId'];
}

function findElement(frame: HTMLElement | null, id: string): HTMLElement | null {
  const inner = frame?.querySelector(`[data-item-id="${CSS.escape(id)}"]`);
  return inner?.closest<HTMLElement>('[role="button"]') ?? null;
}
