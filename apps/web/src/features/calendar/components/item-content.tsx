import { MINUTE_MS } from '@dayloom/time';
import { Check, Lock, Repeat2 } from 'lucide-react';
import { memo } from 'react';
import { formatShortTimes, formatTimeRange } from '#lib/format-time.ts';
import type { GridItem } from '../model/grid-item.ts';
import { describeItem } from '../model/place-words.ts';

interface ItemContentProps {
  item: GridItem;
  /** The current place in milliseconds, which differs from the data during a drag. */
  startsAt: number | null;
  endsAt: number | null;
  isAllDay: boolean;
  /** In columns of hours, as a bar in a day, or as a line of the agenda. */
  form: 'column' | 'row' | 'list';
}

/** Items up to this length have one line (grid-items.css, `cg-is-short`): a second line would be cut off. */
const SHORT_MS = 30 * MINUTE_MS;

const icon = { size: 12, strokeWidth: 2.2, 'aria-hidden': true } as const;

/**
 * The content of an item: a text for screen readers, and the visible parts. The grid renders all items on every move
 * of a drag, so unchanged ones are not rendered again.
 */
export const ItemContent = memo(function ItemContent(props: ItemContentProps) {
  const { item, startsAt, endsAt, isAllDay, form } = props;
  const [start, end] = [toDate(startsAt), toDate(endsAt)];
  // A single line has no room for the end time.
  const isOneLine =
    form === 'row' || (form === 'column' && start && end && end.getTime() - start.getTime() <= SHORT_MS);
  const time = isAllDay || !start || (!isOneLine && end) ? null : formatShortTimes(start, start).start;
  const times = isAllDay || !start || !end || isOneLine ? null : formatShortTimes(start, end);
  return (
    <span
      className="cg-item"
      data-item-id={item.id}
      data-hint={item.look === 'movable' ? 'block' : undefined}
    >
      <span className="cg-words">{describeItem(item)}</span>
      <span className="cg-face" aria-hidden="true">
        {form === 'list' && (
          <span className="cg-time n">
            {start && end && !isAllDay ? formatTimeRange(start, end) : 'All day'}
          </span>
        )}
        {form === 'row' && time && <span className="cg-time n">{time}</span>}
        <span className="cg-line">
          <span className="cg-title">{item.title}</span>
          {item.isRecurring && <Repeat2 {...icon} />}
          {item.look === 'done' && <Check {...icon} className="cg-check" />}
          {item.look === 'pinned' && <Lock {...icon} />}
          {item.badge && <span className="cg-badge n">{item.badge}</span>}
        </span>
        {form === 'column' && time && <span className="cg-time n">{time}</span>}
        {form === 'column' && times && (
          <span className="cg-time n">
            {times.start}
            <span className="cg-until">–{times.end}</span>
          </span>
        )}
        {form !== 'row' && item.note && <span className="cg-note">{item.note}</span>}
      </span>
      {form === 'column' && item.progress !== null && (
        <progress className="cg-progress" value={item.progress} max={1} aria-hidden="true" />
      )}
    </span>
  );
});

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms));
