import { HOUR_MS } from '@dayloom/time';
import FullCalendar, {
  type CalendarApi,
  type CalendarOptions,
  type DayHeaderInfo,
  type EventApi,
  type EventDisplayInfo,
  type EventInput,
} from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import listPlugin from '@fullcalendar/react/list';
import { X } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { dateFormat } from '#lib/date-format.ts';
import { formatBareHour, formatHour } from '#lib/format-time.ts';
import { addDays, isoDate, localDate } from '#lib/local-dates.ts';
import type { Anchor } from '#ui/anchored-card.tsx';
import { notify } from '#ui/toast.tsx';
import { useDragCancel } from '../hooks/use-drag-cancel.ts';
import { useDragHold } from '../hooks/use-drag-hold.ts';
import { useItemKeys } from '../hooks/use-item-keys.ts';
import { useRovingFocus } from '../hooks/use-roving-focus.ts';
import { countCards, type GridItem, type Place } from '../model/grid-item.ts';
import type { OffHoursSpan } from '../model/off-hours.ts';
import { type CalendarView, zoneName } from '../model/views.ts';
import { columnsPlugin } from './column-views.ts';
import { gridTheme } from './grid-theme.ts';
import { ItemContent } from './item-content.tsx';
import { makeHoursReachable } from './scrolling-hours.ts';

// It uses the library too, which should be in one chunk.
export { makeTasksDraggable } from './task-draggable.ts';

const plugins = [columnsPlugin, dayGridPlugin, listPlugin, interactionPlugin];
const views: NonNullable<CalendarOptions['views']> = {
  day: { type: 'timeGrid', duration: { days: 1 } },
  days: { type: 'timeGrid', duration: { days: 3 } },
  week: { type: 'timeGrid', duration: { weeks: 1 } },
  month: { type: 'dayGrid', duration: { months: 1 }, fixedWeekCount: false, weekNumbers: false },
  agenda: { type: 'list', duration: { days: 14 } },
};
const DEFAULT_LENGTH_MS = HOUR_MS;
const FRAMES_TO_LAY_OUT = 3;
const weekday = dateFormat({ weekday: 'short' });
const longDay = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });

interface CalendarGridProps {
  label: string;
  view: CalendarView;
  date: string;
  firstDay: number;
  timeZone: string;
  isPhone: boolean;
  /** Leaves out Saturday and Sunday. */
  hasWorkdaysOnly: boolean;
  items: readonly GridItem[];
  /** Hatched: outside working hours. */
  off: readonly OffHoursSpan[];
  /** Initial scroll position of the day. */
  scrollTime: string;
  selectedId: string | null;
  onOpen: (item: GridItem, anchor: Anchor) => void;
  onPlace: (item: GridItem, place: Place, how: 'drop' | 'key') => void;
  /** A range was selected, or an empty place clicked. */
  onMark: (place: Place) => void;
  onDropTask: (taskId: string, place: Place) => void;
  /** A keyboard move took an item out of the visible range. */
  onFollow: (date: string) => void;
}

interface HeldCalendarProps {
  options: CalendarOptions;
  isHeld: () => boolean;
}

/** Longer names of cities are cut at the width of the axis: the name of the offset is shown instead. */
const LONGEST_CITY = 8;

/** Drawing a week of items takes tens of milliseconds: it is done again only when they change. */
export const CalendarGrid = memo(function CalendarGrid(props: CalendarGridProps) {
  const { view, date, firstDay, timeZone, isPhone, items, off, scrollTime, selectedId } = props;
  const calendar = useRef<CalendarApi>(null);
  const frame = useRef<HTMLElement>(null);
  const announcement = useItemKeys(frame, props);
  useRovingFocus(frame);
  const [initial] = useState({ view, date, scrollTime });
  const [isLaidOut, setIsLaidOut] = useState(false);

  // The library measures its columns and hours after the first rendering. Nothing is seen to jump meanwhile.
  useEffect(() => {
    let frames = FRAMES_TO_LAY_OUT;
    let handle = requestAnimationFrame(function wait() {
      frames -= 1;
      if (frames === 0) setIsLaidOut(true);
      else handle = requestAnimationFrame(wait);
    });
    return () => cancelAnimationFrame(handle);
  }, []);

  // Reading styles before that would lay out the grid once more.
  const prepareHours = useCallback(() => {
    if (isLaidOut && frame.current) makeHoursReachable(frame.current);
  }, [isLaidOut]);
  useEffect(prepareHours, [prepareHours]);

  useEffect(() => {
    calendar.current?.changeView(view, date);
  }, [view, date]);

  const events = useMemo(() => {
    const hatched: EventInput[] =
      view === 'month' || view === 'agenda'
        ? []
        : off.map(({ startsAt, endsAt }) => ({
            id: `off ${startsAt}`,
            start: startsAt,
            end: endsAt,
            display: 'background',
            className: 'cg-off',
            interactive: false,
          }));
    const cards = countCards(items);
    const inputs = items.map((item) => {
      const input = toEventInput(item, view, item.id === selectedId);
      const above = cards.get(item.id);
      return above ? { ...input, className: `${input.className} cg-under-${above}` } : input;
    });
    return [...hatched, ...inputs];
  }, [items, off, view, selectedId]);

  const drag = useDragCancel();
  const hold = useDragHold(frame);
  const drop = ({ event, revert }: { event: EventApi; revert: () => void }) => {
    const item = toGridItem(event);
    if (drag.isCancelled()) revert();
    if (!item || drag.isCancelled()) return;
    if (event.allDay && item.kind === 'block') {
      revert();
      notify.info('A block needs a time: drop it on an hour of the day.');
      return;
    }
    props.onPlace(item, getShownPlace(event), 'drop');
  };
  const zone = zoneName(timeZone, localDate(date));

  return (
    <section
      ref={frame}
      className="cg"
      aria-label={props.label}
      data-view={view}
      style={isLaidOut ? undefined : { visibility: 'hidden' }}
    >
      <HeldCalendar
        isHeld={hold.isHeld}
        options={{
          ...gridTheme,
          eventDragStart: hold.start,
          eventDragStop: hold.stop,
          eventResizeStart: hold.start,
          eventResizeStop: hold.stop,
          plugins,
          views,
          initialView: initial.view,
          initialDate: initial.date,
          scrollTime: initial.scrollTime,
          scrollTimeReset: false,
          headerToolbar: false,
          height: '100%',
          locale: navigator.language,
          firstDay,
          nowIndicator: true,
          slotDuration: '01:00',
          snapDuration: '00:15',
          slotHeaderInterval: '01:00',
          // Makes a quarter of an hour as high as a line of text, so adjacent items need not be placed side by
          // side.
          slotMinHeight: 72,
          eventMinHeight: 17,
          eventShortHeight: 37,
          // Items at the same time overlap like cards: each keeps most of the width.
          slotEventOverlap: true,
          defaultTimedEventDuration: '01:00',
          forceEventDuration: true,
          eventDisplay: 'block',
          // The items show their own times; the library's would be formatted for every item on every move.
          displayEventTime: false,
          dayMaxEvents: true,
          weekNumbers: true,
          weekends: !props.hasWorkdaysOnly,
          borderless: true,
          editable: true,
          droppable: true,
          selectable: true,
          selectMirror: true,
          selectMinDistance: 6,
          eventLongPressDelay: 350,
          selectLongPressDelay: 350,
          dragRevertDuration: 0,
          allDayText: 'All day',
          allDayHeaderContent: <span>{isPhone ? 'All' : 'All day'}</span>,
          weekNumberHeaderContent: (
            <span title={zone.full}>
              {/* Breaks before the sign: the column is narrower than 'GMT+5:30'. */}
              {isPhone || zone.city.length > LONGEST_CITY
                ? zone.short.replace(/(?=[+-])/, '\u200b')
                : zone.city}
            </span>
          ),
          // Not by a `ref`: with one, React copies the options for each rendering of the library, which then reads all
          // of them again.
          viewDidMount: ({ view: { calendar: api } }) => {
            calendar.current = api;
            prepareHours();
          },
          datesSet: prepareHours,
          noEventsContent: 'Nothing in these two weeks.',
          dayHeaderContent: dayHead,
          listDayHeaderContent: ({ date: day, level }) => (level === 0 && day ? longDay().format(day) : null),
          slotHeaderContent: ({ date: at }) => (isPhone ? formatBareHour(at) : formatHour(at)),
          events,
          eventContent: inside,
          backgroundEventContent: renderItem,
          popoverCloseContent: <X size={16} />,
          eventClick: ({ el, event, jsEvent }) => {
            jsEvent.preventDefault();
            const item = toGridItem(event);
            if (item?.isInteractive && !drag.isCancelled()) props.onOpen(item, el.getBoundingClientRect());
          },
          eventDrop: drop,
          eventResize: drop,
          eventReceive: ({ event, draggedEl, revert }) => {
            const place = getShownPlace(event);
            revert();
            const { dragTask } = draggedEl.dataset;
            if (!dragTask || drag.isCancelled()) return;
            if (place.startsOn !== null) notify.info('Drop the task on an hour of the day.');
            else props.onDropTask(dragTask, place);
          },
          select: ({ start, end, allDay, view: shown }) => {
            shown.calendar.unselect();
            if (!drag.isCancelled()) props.onMark(placeBetween(start, end, allDay));
          },
          dateClick: ({ date: at, allDay }) => {
            if (drag.isCancelled()) return;
            props.onMark(
              allDay
                ? placeBetween(at, addDays(at, 1), true)
                : placeBetween(at, new Date(at.getTime() + DEFAULT_LENGTH_MS), false),
            );
          },
        }}
      />
      <output className="cg-words" aria-live="polite">
        {announcement}
      </output>
    </section>
  );
});

/** The library's grid, which is not rendered while an item is dragged. */
const HeldCalendar = memo(
  function HeldCalendar({ options }: HeldCalendarProps) {
    return <FullCalendar {...options} />;
  },
  (_, { isHeld }) => isHeld(),
);

const dayHead = ({ date, view, inPopover, weekdayText }: DayHeaderInfo) => (
  <>
    {/* The columns of a month stand for weekdays, not for days: their date is only a marker. */}
    <span>{view.type === 'month' && !inPopover ? weekdayText : weekday().format(date)}</span>
    {(view.type !== 'month' || inPopover) && <b className="n">{date.getDate()}</b>}
  </>
);

function inside({ event, view, isMirror }: EventDisplayInfo) {
  const item = toGridItem(event);
  if (!item) return <span className="cg-item cg-face">{event.title || 'New event'}</span>;
  return (
    <ItemContent
      item={item}
      startsAt={isMirror ? (event.start?.getTime() ?? null) : Date.parse(item.startsAt)}
      endsAt={isMirror ? (event.end?.getTime() ?? null) : Date.parse(item.endsAt)}
      isAllDay={event.allDay}
      form={view.type === 'agenda' ? 'list' : view.type === 'month' || event.allDay ? 'row' : 'column'}
    />
  );
}

function renderItem({ event }: EventDisplayInfo) {
  const item = toGridItem(event);
  return item ? (
    <ItemContent
      item={item}
      startsAt={Date.parse(item.startsAt)}
      endsAt={Date.parse(item.endsAt)}
      isAllDay={event.allDay}
      form="column"
    />
  ) : null;
}

function toEventInput(item: GridItem, view: CalendarView, isSelected: boolean): EventInput {
  const isAllDay = item.startsOn !== null;
  // The old place of a proposed move is drawn below other items and does not narrow them.
  const isBeneath = item.look === 'ghost' && view !== 'month' && view !== 'agenda';
  return {
    ...(isBeneath ? { display: 'background' } : {}),
    id: item.id,
    title: item.title,
    start: item.startsOn ?? item.startsAt,
    end: item.endsOn ?? item.endsAt,
    allDay: isAllDay,
    className: `cg-look-${item.look}${isSelected ? ' cg-is-selected' : ''}`,
    ...(item.color ? { color: item.color } : {}),
    editable: item.isMovable,
    interactive: item.isInteractive,
    extendedProps: { item },
  };
}

const toGridItem = (event: EventApi) => event.extendedProps['item'] as GridItem | undefined;

function getShownPlace(event: EventApi): Place {
  const start = event.start ?? new Date();
  const fallback = event.allDay ? addDays(start, 1) : new Date(start.getTime() + DEFAULT_LENGTH_MS);
  return placeBetween(start, event.end ?? fallback, event.allDay);
}

function placeBetween(start: Date, end: Date, isAllDay: boolean): Place {
  return {
    startsAt: start.toISOString(),
    endsAt: end.toISOString(),
    startsOn: isAllDay ? isoDate(start) : null,
    endsOn: isAllDay ? isoDate(end) : null,
  };
}
