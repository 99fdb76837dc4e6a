import { useEffect, useMemo } from 'react';
import { type Command, useCommands } from '#ui/commands.ts';
import type { CalendarView } from '../model/views.ts';

interface CalendarKeys {
  isPhone: boolean;
  goToday: () => void;
  setView: (view: CalendarView) => void;
  page: (step: 1 | -1) => void;
  toggleWeekend: () => void;
  newEvent: () => void;
  plan: () => void;
  /** These two apply to the focused or open block. */
  toggleDone: () => void;
  togglePinned: () => void;
}

/** The calendar's shortcuts, also listed in the shortcut sheet and the palette. */
export function useCalendarKeys(keys: CalendarKeys): void {
  const { isPhone, goToday, setView, page, toggleWeekend, newEvent, plan, toggleDone, togglePinned } = keys;
  const commands = useMemo((): Command[] => {
    const group = 'Calendar';
    const command = (id: string, label: string, keys: string, run: () => void): Command => ({
      id: `calendar ${id}`,
      label,
      group,
      keys,
      run,
    });
    return [
      command('today', 'Go to today', 't', goToday),
      command('day', 'Show the day', 'd', () => setView('day')),
      command('days', 'Show 3 days', '3', () => setView('days')),
      command('agenda', 'Show the agenda', 'a', () => setView('agenda')),
      ...(isPhone
        ? []
        : [
            command('week', 'Show the week', 'w', () => setView('week')),
            command('month', 'Show the month', 'm', () => setView('month')),
            command('weekend', 'Make the weekend narrow or wide', 'e', toggleWeekend),
          ]),
      // The grid handles these on the focused item.
      { ...command('move', 'Move the focused block or event', 'alt+arrows', () => {}), isHidden: true },
      { ...command('resize', 'Make it longer or shorter', 'alt+shift+arrows', () => {}), isHidden: true },
      { ...command('done', 'Done with the block, or open again', 'x', toggleDone), isHidden: true },
      { ...command('pin', 'Lock the block in its place, or let it move', 'l', togglePinned), isHidden: true },
      command('next', 'Next days', 'j', () => page(1)),
      command('previous', 'Previous days', 'k', () => page(-1)),
      // The palette has these two on every page.
      { ...command('new', 'New event', 'c', newEvent), isHidden: true },
      { ...command('plan', 'Plan my week', 'r', plan), isHidden: true },
    ];
  }, [isPhone, goToday, setView, page, toggleWeekend, newEvent, plan, toggleDone, togglePinned]);
  useCommands(commands);

  // Plain arrows page only if nothing else uses them: on the page itself and on the grid.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key] as 1 | -1 | undefined;
      if (!step || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
        return;
      const { target } = event;
      const isOnPage =
        target === document.body || (target instanceof Element && target.matches('main, .cg, .cg *'));
      if (!isOnPage || document.querySelector('[aria-modal="true"]')) return;
      event.preventDefault();
      page(step);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [page]);
}
