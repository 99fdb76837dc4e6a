import { MINUTE_MS } from '@dayloom/time';
import { Play } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { minutesInWords } from '#lib/format-minutes.ts';
import { formatTime, formatTimeRange } from '#lib/format-time.ts';
import { useLatest } from '#lib/use-latest.ts';
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
            now={now}
            renderBlock={renderBlock}
            onFocusLost={() => {
              hasLostFocus.current = true;
            }}
          />
        ) : (
          <p className="now-card-free">
            {next ? `Free until ${formatTime(next.startsAt)}` : 'Free for the rest of the day'}
          </p>
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

interface CurrentProps extends Pick<NowCardProps, 'now' | 'renderBlock'> {
  item: AgendaItem;
  /** It leaves while one of its actions has the focus. */
  onFocusLost: () => void;
}

function Current({ item, now, renderBlock, onFocusLost }: CurrentProps) {
  const actions = useRef<HTMLDivElement>(null);
  const loseFocus = useLatest(onFocusLost);
  useLayoutEffect(() => {
    const element = actions.current;
    return () => {
      if (element?.contains(document.activeElement)) loseFocus();
    };
  }, [loseFocus]);
  const isBlock = item.kind === 'block';
  const past = Math.floor((now.getTime() - item.startsAt.getTime()) / MINUTE_MS);
  const whole = Math.round((item.endsAt.getTime() - item.startsAt.getTime()) / MINUTE_MS);
  const progress = `${minutesInWords(past)} of ${minutesInWords(whole)}`;
  return (
    <>
      <p className="now-card-head text-small">
        <Chip tone="planned">
          <Play size={10} aria-hidden />
          Now
        </Chip>
        <span className="n now-card-time">{formatTimeRange(item.startsAt, item.endsAt)}</span>
        {isBlock && renderBlock('due', item)}
      </p>
      <p className="now-card-title">
        {item.title} {item.chunk && <Chip>{item.chunk}</Chip>}
      </p>
      {isBlock && renderBlock('notes', item)}
      <p className="now-card-progress text-small">
        <LinearProgress aria-label="Time of it that has passed" value={(past / whole) * 100} />
        <span className="n">{progress}</span>
      </p>
      {isBlock && (
        <div ref={actions} className="now-card-actions">
          {renderBlock('actions', item)}
        </div>
      )}
    </>
  );
}
