import type { Calendar } from '@dayloom/contracts';
import { Suspense } from 'react';
import type { EventDraft } from '#features/calendar/components/event-sheet.tsx';
import type { useEventActions } from '#features/calendar/hooks/use-event-actions.ts';
import type { useOwnAnswer } from '#features/calendar/hooks/use-own-answer.ts';
import { toPlace } from '#features/calendar/model/event-form.ts';
import { eventItemId } from '#lib/calendar-links.ts';
import { createLazyPart } from '#lib/lazy-part.ts';
import { useViewer } from '#lib/viewer.ts';
import { Sheet } from '#ui/sheet.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';

export const EventEditor = createLazyPart(async () => (await import('./event-editor.tsx')).default);

interface OpenEventProps {
  readonly draft: EventDraft;
  readonly calendars: readonly Calendar[];
  readonly actions: ReturnType<typeof useEventActions>;
  readonly onClose: () => void;
  /** With what was entered, when the server refuses a new event. */
  readonly onReopen: (draft: EventDraft) => void;
  readonly onAnswer: ReturnType<typeof useOwnAnswer>;
}

/** The sheet of a new event, or of one that is edited. Its script is loaded after the calendar's. */
export function OpenEvent({ draft, calendars, actions, onClose, onReopen, onAnswer }: OpenEventProps) {
  const { profile } = useViewer();
  return (
    <Suspense
      fallback={
        <Sheet isOpen onClose={onClose} label="Event">
          <RowsSkeleton rows={5} label="Loading the event" />
        </Sheet>
      }
    >
      <EventEditor
        key={draft.kind === 'new' ? draft.place.startsAt : eventItemId(draft.occurrence)}
        draft={draft}
        calendars={calendars}
        doDaysBlock={profile?.settings.scheduling.allDayEventsBlock ?? false}
        onClose={onClose}
        onCreate={(form, onCreated) => {
          const place = draft.kind === 'new' ? draft.place : toPlace(form);
          const onRefused = () => onReopen({ kind: 'new', place, form });
          void actions.create(form, { onRefused, onCreated });
        }}
        onChange={actions.change}
        onRemove={actions.remove}
        onAnswer={onAnswer}
      />
    </Suspense>
  );
}
