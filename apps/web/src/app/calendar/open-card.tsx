import type { Block, GuestAnswer, Occurrence } from '@dayloom/contracts';
import { Suspense, useCallback } from 'react';
import type { useEventActions } from '#features/calendar/hooks/use-event-actions.ts';
import { focusItem } from '#features/calendar/hooks/use-item-keys.ts';
import type { useBlockActions } from '#features/planning/hooks/use-planning.ts';
import { blockItemId } from '#features/planning/model/plan-items.ts';
import { eventItemId } from '#lib/calendar-links.ts';
import { createLazyPart } from '#lib/lazy-part.ts';
import { createStore, type Store, useStore } from '#lib/store.ts';
import { type Anchor, AnchoredCard } from '#ui/anchored-card.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import type { CalendarContent } from './use-calendar-content.ts';

export const ItemCard = createLazyPart(async () => (await import('./item-card.tsx')).ItemCard);

interface Opened {
  readonly itemId: string;
  readonly anchor: Anchor;
}

/** Which item has its card open. As state of the page, every click would render all of the calendar again. */
export const createOpened = () => createStore<Opened | null>(null);

interface OpenCardProps {
  readonly opened: Store<Opened | null>;
  readonly content: CalendarContent;
  readonly now: Date;
  readonly eventActions: Pick<ReturnType<typeof useEventActions>, 'remove'>;
  readonly blockActions: Pick<ReturnType<typeof useBlockActions>, 'setPinned' | 'setDone'>;
  readonly onAnswer: (occurrence: Occurrence, answer: GuestAnswer) => unknown;
  readonly onEditEvent: (occurrence: Occurrence) => void;
  readonly onEditTask: (taskId: string) => void;
  readonly onExplain: (blockId: string) => void;
}

/** The card of the event or block that was clicked; nothing when it is no longer there. */
export function OpenCard({ opened, ...props }: OpenCardProps) {
  const item = useStore(opened);
  const close = useCallback(() => opened.set(null), [opened]);
  return item && <Card key={item.itemId} {...item} {...props} onClose={close} />;
}

interface CardProps extends Omit<OpenCardProps, 'opened'>, Opened {
  readonly onClose: () => void;
}

function Card(props: CardProps) {
  const { itemId, anchor, content, eventActions, blockActions, onClose } = props;
  const closing = {
    anchor,
    onClose: (how: 'inside' | 'outside') => {
      onClose();
      if (how === 'inside') focusItem(itemId);
    },
  };
  const closeAnd = (act: () => unknown) => () => {
    onClose();
    act();
  };
  const occurrence = content.occurrences?.find((one) => eventItemId(one) === itemId);
  const calendar = content.calendars.find(({ _id }) => _id === occurrence?.calendarId);
  const block: Block | undefined = content.blocks?.find(({ _id }) => blockItemId(_id) === itemId);
  const event = occurrence && calendar && { occurrence, calendar };
  const title = event ? event.occurrence.title || '(No title)' : block?.title;
  if (title === undefined) return null;
  return (
    <AnchoredCard {...closing} label={title}>
      <Suspense fallback={<RowsSkeleton rows={3} label="Loading the details" />}>
        {event ? (
          <ItemCard
            {...event}
            onAnswer={(answer) => props.onAnswer(event.occurrence, answer)}
            onEdit={closeAnd(() => props.onEditEvent(event.occurrence))}
            onRemove={closeAnd(() => eventActions.remove(event.occurrence))}
          />
        ) : (
          block && (
            <ItemCard
              block={block}
              now={props.now}
              onPin={(isPinned) => blockActions.setPinned(block, isPinned)}
              onDone={(isDone) => blockActions.setDone(block, isDone)}
              onEdit={closeAnd(() => props.onEditTask(block.taskId))}
              onExplain={closeAnd(() => props.onExplain(block._id))}
            />
          )
        )}
      </Suspense>
    </AnchoredCard>
  );
}
