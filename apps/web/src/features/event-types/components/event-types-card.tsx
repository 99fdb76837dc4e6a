import type { EventType } from '@dayloom/contracts';
import { Plus } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { notify } from '#ui/toast.tsx';
import {
  useEventTypeActions,
  useEventTypes,
  useOneTimeLink,
  useSaveEventType,
} from '../hooks/use-event-types.ts';
import { toCopy } from '../model/draft.ts';
import { moveId } from '../model/order.ts';
import { EventTypeRow } from './event-type-row.tsx';
import { OneTimeLinkDialog } from './one-time-link-dialog.tsx';

interface EventTypesCardProps {
  onEdit: (eventType: EventType) => void;
  onNew: () => void;
}

/** The event types in the order in which visitors see them. */
export function EventTypesCard({ onEdit, onNew }: EventTypesCardProps) {
  const { eventTypes, isPending, isError, refetch } = useEventTypes();
  const { order, remove } = useEventTypeActions();
  const save = useSaveEventType();
  const link = useOneTimeLink();
  const [leaving, setLeaving] = useState<EventType | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const { keepFocus } = useFocusAfterMove(list);

  const all = eventTypes ?? [];
  const move = (eventType: EventType, by: 1 | -1) => {
    const ids = moveId(all, eventType._id, by);
    if (!ids) return;
    keepFocus(eventType._id, by);
    setSaid(`${eventType.title} is number ${ids.indexOf(eventType._id) + 1} of ${ids.length}`);
    order(ids);
  };
  const duplicate = (eventType: EventType) =>
    save.mutate(
      { edited: null, draft: toCopy(eventType, all) },
      { onError: (error) => notify.error(getMessage(error, 'The event type could not be duplicated.')) },
    );

  return (
    <Card aria-labelledby="event-types">
      <CardHeader
        id="event-types"
        title="Event types"
        subtitle="What can be booked with you, in the order in which visitors see it"
        action={
          <Button
            variant="contained"
            color="primary"
            startIcon={<Plus size={16} aria-hidden />}
            onClick={onNew}
          >
            New event type
          </Button>
        }
      />
      {isPending && <RowsSkeleton label="Loading event types" />}
      {isError && !eventTypes && (
        <EmptyState
          title="The event types could not be loaded"
          headingLevel="h3"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {eventTypes?.length === 0 && (
        <EmptyState
          title="Nothing can be booked"
          headingLevel="h3"
          action={<Button onClick={onNew}>Add an event type</Button>}
        >
          Your page is empty until you add a kind of meeting, for example a call of 30 minutes.
        </EmptyState>
      )}
      {all.length > 0 && (
        <ul ref={list} className="event-type-row-list" aria-labelledby="event-types">
          {all.map((eventType, index) => (
            <EventTypeRow
              key={eventType._id}
              eventType={eventType}
              isFirst={index === 0}
              isLast={index === all.length - 1}
              onEdit={() => onEdit(eventType)}
              onMove={(by) => move(eventType, by)}
              onDuplicate={() => duplicate(eventType)}
              onOneTimeLink={() => link.mutate(eventType)}
              onDelete={() => setLeaving(eventType)}
            />
          ))}
        </ul>
      )}
      <div aria-live="polite">{said && <Hidden>{said}</Hidden>}</div>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={`Delete ${leaving?.title ?? 'this event type'}?`}
        confirmLabel="Delete"
        isDestructive
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving) remove(leaving);
          setLeaving(null);
        }}
      >
        Its address stops working. Bookings that were made stay.
      </ConfirmDialog>
      {link.data && <OneTimeLinkDialog {...link.data} onClose={link.reset} />}
    </Card>
  );
}

/** The moved row is another place in the document, which takes the focus from its button: gives it back. */
function useFocusAfterMove(list: Readonly<{ current: HTMLElement | null }>) {
  const wanted = useRef<{ id: string; by: 1 | -1 } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { id, by } = wanted.current;
    wanted.current = null;
    const find = (direction: 1 | -1) =>
      list.current?.querySelector<HTMLElement>(
        `[data-event-type="${id}"] [data-move="${direction}"]:enabled`,
      );
    (find(by) ?? find(by === 1 ? -1 : 1))?.focus();
  });
  return {
    keepFocus: (id: string, by: 1 | -1) => {
      wanted.current = { id, by };
    },
  };
}
