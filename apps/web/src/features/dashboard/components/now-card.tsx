import { MINUTE_MS } from '@dayloom/time';
import { Play } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { formatMinutes } from '#lib/format-minutes.ts';
import { formatTime, formatTimeRange } from '#lib/format-time.ts';
import { Card, CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { LinearProgress } from '#ui/progress.tsx';
import { type AgendaItem, findNow, type RenderBlock } from '../model/agenda.ts';
import './now-card.css';

interface NowCardProps {
  items: readonly AgendaItem[];
  now: Date;
  renderBlock: RenderBlock;
  /** Takes the keyboard focus when nothing is left here that could have it. */
  nextFocus: RefObject<HTMLElement | null>;
}

/** What is under way, and what comes next today. Nothing if the rest of the day is free. */
export function NowCard({ items, now, renderBlock, nextFocus }: NowCardProps) {
  const { current, next, later } = findNow(items, now);
  const card = useRef<HTMLElement>(null);
  const hasLostFocus = useRef(false);
  // The actions leave with their block: the focus must not fall to the beginning of the page.
  useLayoutEffect(() => {
    if (!hasLostFocus.current) return;
    hasLostFocus.current = false;
    (card.current ?? nextFocus.current)?.focus();
  });
  if (!current && !next) return null;
  return (
    <Card ref={card} tabIndex={-1} aria-labelledby="now" className="now-card">
      <div className="now-card-main">
        <h2 id="now" className="hidden">
          Now and next
        </h2>
        {current ? (
          <Current
            key={current.id}
            item={current}
            next={next}
            worked={countWorked(items, current)}
            now={now}
            renderBlock={renderBlock}
            lostFocus={hasLostFocus}
          />
        ) : (
          next && <p className="now-card-free">Free until {formatTime(next.startsAt)}</p>
        )}
      </div>
      {next && (
        <CardRow className="now-card-next">
          <span className="text-caption now-card-faint">Next</span>
          <strong className="now-card-next-title">{next.title}</strong>
          <span className="text-small n">{formatTimeRange(next.startsAt, next.endsAt)}</span>
          {later && (
            <span className="text-small now-card-later">
              then {later.title} at {formatTime(later.startsAt)}
            </span>
          )}
        </CardRow>
      )}
    </Card>
  );
}

const countMinutes = (from: Date, to: Date) => Math.floor((to.getTime() - from.getTime()) / MINUTE_MS);

/** A focus session takes the part that was worked out of the block. */
const countWorked = (items: readonly AgendaItem[], { taskId }: AgendaItem): number =>
  items
    .filter((item) => item.isDone && item.taskId === taskId)
    .reduce((sum, { startsAt, endsAt }) => sum + countMinutes(startsAt, endsAt), 0);

interface CurrentProps extends Pick<NowCardProps, 'now' | 'renderBlock'> {
  item: AgendaItem;
  next: AgendaItem | undefined;
  /** Minutes of today's work on its task before it. */
  worked: number;
  /** Set when it leaves while one of its actions has the focus. */
  lostFocus: RefObject<boolean>;
}

function Current({ item, next, worked, now, renderBlock, lostFocus }: CurrentProps) {
  const actions = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = actions.current;
    return () => {
      if (element?.contains(document.activeElement)) lostFocus.current = true;
    };
  }, [lostFocus]);
  const isBlock = item.kind === 'block';
  const past = worked + countMinutes(item.startsAt, now);
  const whole = worked + countMinutes(item.startsAt, item.endsAt);
  return (
    <>
      <p className="now-card-head text-small">
        <Chip tone="planned">
          <Play size={10} aria-hidden />
          Now
        </Chip>
        <span className="n now-card-time">{formatTimeRange(item.startsAt, item.endsAt)}</span>
        {isBlock && renderBlock('due', { ...item, placedUntil: item.isPinned ? item.endsAt : null })}
      </p>
      <p className="now-card-title">
        {item.title} {item.chunk && <Chip>{item.chunk}</Chip>}
      </p>
      {isBlock && renderBlock('notes', item)}
      <p className="now-card-progress text-small">
        <LinearProgress aria-label="Time of it that has passed" value={(past / whole) * 100} />
        <span className="n">{`${formatMinutes(past)} of ${formatMinutes(whole)}`}</span>
      </p>
      {isBlock && (
        <div ref={actions} className="now-card-actions">
          {renderBlock('actions', { ...item, next })}
        </div>
      )}
    </>
  );
}
