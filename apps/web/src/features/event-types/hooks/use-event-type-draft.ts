import type { EventType } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { eventTypesKey, fetchEventTypes } from '../api.ts';
import { type Draft, isSame } from '../model/draft.ts';
import { type MergedDraft, mergeDraft } from '../model/merge-draft.ts';
import { useSaveEventType } from './use-event-types.ts';

/** What another tab, device or program did to the event type while it was edited here. */
export type RemoteChange =
  | { readonly kind: 'deleted' }
  | ({ readonly kind: 'changed' } & Pick<MergedDraft, 'contested' | 'theirs'>);

/**
 * An event type while it is edited. If it was changed elsewhere meanwhile, nothing is saved or lost: the form has the
 * changes of both sides, and the next attempt saves them.
 */
export function useEventTypeDraft(opened: EventType | null, initial: Draft) {
  const [edited, setEdited] = useState(opened);
  const [draft, setDraft] = useState(initial);
  const [elsewhere, setElsewhere] = useState<RemoteChange | null>(null);
  const client = useQueryClient();
  const save = useSaveEventType();

  const takeLatest = async (before: EventType) => {
    await client.invalidateQueries({ queryKey: eventTypesKey, refetchType: 'none' });
    const all = await client.fetchQuery({
      queryKey: eventTypesKey,
      queryFn: ({ signal }) => fetchEventTypes(signal),
    });
    const latest = all.find(({ _id }) => _id === before._id);
    if (!latest) {
      setEdited(null);
      setElsewhere({ kind: 'deleted' });
      return;
    }
    const { mine, theirs, contested } = mergeDraft(before, draft, latest);
    setEdited(latest);
    setDraft(mine);
    setElsewhere({ kind: 'changed', theirs, contested });
  };
  /** Null if it was refused. */
  const submit = async (): Promise<EventType | null> => {
    try {
      return await save.mutateAsync({ edited, draft });
    } catch (error) {
      const isOutdated =
        error instanceof ApiError && (error.code === 'version_conflict' || error.code === 'not_found');
      setElsewhere(null);
      // If the newer one cannot be read, the refusal stays on the page.
      if (isOutdated && edited) await takeLatest(edited).catch(() => {});
      return null;
    }
  };
  const { error } = save;
  const isField = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return {
    edited,
    draft,
    change: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    isDirty: !isSame(draft, initial),
    elsewhere,
    /** In the fields that both sides changed, takes the values of the other side. */
    takeTheirs: (theirs: Draft) => {
      setDraft(theirs);
      setElsewhere({ kind: 'changed', theirs, contested: [] });
    },
    submit,
    isSaving: save.isPending,
    isSaved: save.isSuccess,
    refusedFields: isField ? error.fields : {},
    failure: error && !isField && !elsewhere ? getMessage(error, 'The event type could not be saved.') : null,
  };
}
