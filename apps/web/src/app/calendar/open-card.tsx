import type { Block, GuestAnswer, Occurrence } from '@dayloom/contracts';
import { useCallback } from 'react';
import type { useEventActions } from '#features/calendar/hooks/use-event-actions.ts';
import { focusItem } from '#features/calendar/hooks/use-item-keys.ts';
import type { useBlockActions } from '#features/planning/hooks/use-planning.ts';
import { blockItemId } from '#features/planning/model/plan-items.ts';
import { eventItemId } from '#lib/calendar-links.ts';
import { createStore, type Store, useStore } from '#lib/store.ts';
import type { Anchor } from '#ui/anchored-card.tsx';
import { EventCard, PlannedCard } from './item-card.tsx';
import type { CalendarContent } from './use-calendar-content.ts';

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
  if (occurrence && calendar)
    return (
      <EventCard
        {...closing}
        occurrence={occurrence}
        calendar={calendar}
        onAnswer={(answer) => props.onAnswer(occurrence, answer)}
        onEdit={closeAnd(() => props.onEditEvent(occurrence))}
        onRemove={closeAnd(() => eventActions.remove(occurrence))}
      />
    );
  const block: Block | undefined = content.blocks?.find(({ _id }) => blockItemId(_id) === itemId);
  return (
    block && (
      <PlannedCard
        {...closing}
        block={block}
        now={props.now}
        onPin={(isPinned) => blockActions.setPinned(block, isPinned)}
        onDone={(isDone) => blockActions.setDone(block, isDone)}
        onEdit={closeAnd(() => props.onEditTask(block.taskId))}
        onExplain={closeAnd(() => props.onExplain(block._id))}
      />
    )
  );
}
