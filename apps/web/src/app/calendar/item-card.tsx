import type { Block, Calendar, GuestAnswer, Occurrence } from '@dayloom/contracts';
import { lazy, Suspense } from 'react';
import { EventDetails } from '#features/calendar/components/event-details.tsx';
import { BlockCard } from '#features/planning/components/block-card.tsx';
import { type Anchor, AnchoredCard } from '#ui/anchored-card.tsx';
import { Button } from '#ui/button.tsx';
import { loadEventEditor } from './open-event.tsx';
import './item-card.css';

const EventReminders = lazy(async () => ({ default: (await loadEventEditor()).EventReminders }));

interface ItemCardProps {
  readonly anchor: Anchor;
  readonly onClose: (how: 'inside' | 'outside') => void;
}

interface EventCardProps extends ItemCardProps {
  readonly occurrence: Occurrence;
  readonly calendar: Calendar;
  readonly onAnswer: (answer: GuestAnswer) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** An event next to its place in the grid. */
export function EventCard(props: EventCardProps) {
  const { anchor, occurrence, calendar, onClose, onAnswer, onEdit, onRemove } = props;
  return (
    <AnchoredCard anchor={anchor} label={occurrence.title || '(No title)'} onClose={onClose}>
      <EventDetails
        occurrence={occurrence}
        calendar={calendar}
        {...(calendar.isWritable && { onAnswer })}
        actions={
          <>
            <Suspense>
              <EventReminders id={occurrence.eventId} />
            </Suspense>
            {calendar.isWritable && (
              <div className="item-card-actions">
                <Button size="small" fullWidth onClick={onEdit}>
                  Edit
                </Button>
                <Button size="small" fullWidth color="error" onClick={onRemove}>
                  Delete
                </Button>
              </div>
            )}
          </>
        }
      />
    </AnchoredCard>
  );
}

interface PlannedCardProps extends ItemCardProps {
  readonly block: Block;
  readonly now: Date;
  readonly onPin: (isPinned: boolean) => Promise<unknown>;
  readonly onDone: (isDone: boolean) => Promise<unknown>;
  readonly onEdit: () => void;
  readonly onExplain: () => void;
}

/** A planned block next to its place in the grid. */
export function PlannedCard({ anchor, onClose, ...card }: PlannedCardProps) {
  return (
    <AnchoredCard anchor={anchor} label={card.block.title} onClose={onClose}>
      <BlockCard {...card} />
    </AnchoredCard>
  );
}
