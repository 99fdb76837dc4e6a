import type { EventType } from '@dayloom/contracts';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { useSaveEventType } from '../hooks/use-event-types.ts';
import { type Draft, type EditorProps, findProblems, isSame, type Problems } from '../model/draft.ts';
import { BasicFields } from './basic-fields.tsx';
import { FormFields } from './form-fields.tsx';
import { QuestionFields } from './question-fields.tsx';
import { TimeFields } from './time-fields.tsx';
import './event-type-sheet.css';

interface EventTypeSheetProps {
  /** Null for a new one. */
  edited: EventType | null;
  initial: Draft;
  /** The host's public address. */
  address: string;
  onClose: () => void;
}

export function EventTypeSheet({ edited, initial, address, onClose }: EventTypeSheetProps) {
  const [draft, setDraft] = useState(initial);
  const [start] = useState(initial);
  const [isLeaving, setIsLeaving] = useState(false);
  // Shows problems only after the first attempt to save.
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const save = useSaveEventType();
  const isDirty = !isSame(draft, start);
  const refused: Problems = save.error instanceof ApiError ? save.error.fields : {};
  const problems = tries > 0 ? { ...refused, ...findProblems(draft) } : {};
  useEffect(() => {
    if (tries === 0 || save.isPending) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus();
  }, [tries, save.isPending]);

  const submit = () => {
    if (save.isPending) return;
    setTries(tries + 1);
    if (Object.keys(findProblems(draft)).length > 0) return;
    save.mutate({ edited, draft }, { onSuccess: onClose });
  };
  const part: EditorProps = {
    draft,
    problems,
    onChange: (change) => setDraft((before) => ({ ...before, ...change })),
  };
  const label = edited ? 'Edit event type' : 'New event type';
  return (
    <Sheet
      isOpen
      onClose={() => (isDirty ? setIsLeaving(true) : onClose())}
      label={label}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
      }}
      foot={
        <div className="event-type-sheet-actions">
          {edited && (
            <Button
              variant="text"
              href={edited.url}
              target="_blank"
              rel="noopener"
              startIcon={<ExternalLink size={16} aria-hidden />}
              className="event-type-sheet-preview"
            >
              Preview
            </Button>
          )}
          <Button variant="text" onClick={() => (isDirty ? setIsLeaving(true) : onClose())}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="event-type-form"
            variant="contained"
            color="primary"
            disabled={save.isPending}
          >
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      }
    >
      <UnsavedGuard isDirty={isDirty && !save.isPending && !save.isSuccess} />
      <form
        ref={form}
        id="event-type-form"
        aria-label={label}
        className="event-type-sheet"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {save.isError && Object.keys(refused).length === 0 && (
          <Alert severity="error">{getMessage(save.error, 'The event type could not be saved.')}</Alert>
        )}
        <BasicFields {...part} address={address} followsTitle={edited === null} />
        <TimeFields {...part} />
        <QuestionFields {...part} />
        <FormFields {...part} />
      </form>
      <ConfirmDialog
        isOpen={isLeaving}
        title="Discard changes?"
        cancelLabel="Keep editing"
        confirmLabel="Discard"
        isDestructive
        onClose={() => setIsLeaving(false)}
        onConfirm={onClose}
      >
        Your changes here are not saved.
      </ConfirmDialog>
    </Sheet>
  );
}
