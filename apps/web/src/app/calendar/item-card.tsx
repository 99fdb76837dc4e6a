import type { Calendar, GuestAnswer, Occurrence } from '@dayloom/contracts';
import { EventDetails } from '#features/calendar/components/event-details.tsx';
import { BlockCard, type BlockCardProps } from '#features/planning/components/block-card.tsx';
import { OwnReminders } from '#features/reminders/components/own-reminders.tsx';
import { onIntention } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { BlockDetails } from './open-block.tsx';
import { EventEditor } from './open-event.tsx';
import './item-card.css';

// What is opened from a card.
const onBlockIntention = onIntention(BlockDetails);
const onEventIntention = onIntention(EventEditor);

interface EventCardProps {
  readonly occurrence: Occurrence;
  readonly calendar: Calendar;
  readonly onAnswer: (answer: GuestAnswer) => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** What the card of an item shows. Its script is loaded after the calendar's. */
export function ItemCard(props: EventCardProps | BlockCardProps) {
  return 'block' in props ? (
    <div {...onBlockIntention}>
      <BlockCard {...props} />
    </div>
  ) : (
    <EventCard {...props} />
  );
}

function EventCard({ occurrence, calendar, onAnswer, onEdit, onRemove }: EventCardProps) {
  return (
    <EventDetails
      occurrence={occurrence}
      calendar={calendar}
      {...(calendar.isWritable && { onAnswer })}
      actions={
        <>
          <OwnReminders subject="event" id={occurrence.eventId} />
          {calendar.isWritable && (
            <div {...onEventIntention} className="item-card-actions">
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
  );
}
