import type { Conference, EventType } from '@dayloom/contracts';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { useEventTypeDraft } from '../hooks/use-event-type-draft.ts';
import { type Draft, type EditorProps, findProblems, type Problems } from '../model/draft.ts';
import { BasicFields } from './basic-fields.tsx';
import { ChangedElsewhere } from './changed-elsewhere.tsx';
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
  /** What the calendar of new events can make links of. */
  conference: Conference | null;
  onClose: () => void;
}

export function EventTypeSheet(props: EventTypeSheetProps) {
  const { address, conference, onClose } = props;
  const [start] = useState(props.initial);
  const editor = useEventTypeDraft(props.edited, start);
  const { edited, draft, isDirty, isSaving, elsewhere, failure } = editor;
  const [isLeaving, setIsLeaving] = useState(false);
  // Shows problems only after the first attempt to save.
  const [tries, setTries] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  const problems: Problems = tries > 0 ? { ...editor.refusedFields, ...findProblems(draft) } : {};
  useEffect(() => {
    if (tries === 0 || isSaving) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] button')?.focus();
  }, [tries, isSaving]);

  const submit = async () => {
    if (isSaving) return null;
    setTries(tries + 1);
    if (Object.keys(findProblems(draft)).length > 0) return null;
    const saved = await editor.submit();
    if (saved) onClose();
    return saved;
  };
  const preview = async () => {
    const saved = await submit();
    if (saved) window.open(saved.url, '_blank', 'noopener');
  };
  const part: EditorProps = {
    draft,
    problems,
    onChange: editor.change,
  };
  const label = props.edited ? 'Edit event type' : 'New event type';
  return (
    <Sheet
      isOpen
      onClose={() => (isDirty ? setIsLeaving(true) : onClose())}
      label={label}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
      }}
      foot={
        <div className="event-type-sheet-actions">
          {isDirty ? (
            <Button
              variant="text"
              disabled={isSaving}
              className="event-type-sheet-preview"
              onClick={() => void preview()}
            >
              Save and preview
            </Button>
          ) : (
            edited && (
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
            )
          )}
          <Button variant="text" onClick={() => (isDirty ? setIsLeaving(true) : onClose())}>
            Cancel
          </Button>
          <Button
            type="submit"
            form="event-type-form"
            variant="contained"
            color="primary"
            disabled={isSaving}
          >
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </div>
      }
    >
      <UnsavedGuard isDirty={isDirty && !isSaving && !editor.isSaved} />
      <form
        ref={form}
        id="event-type-form"
        aria-label={label}
        className="event-type-sheet"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {failure && <Alert severity="error">{failure}</Alert>}
        {elsewhere && <ChangedElsewhere elsewhere={elsewhere} onTakeTheirs={editor.takeTheirs} />}
        <BasicFields
          {...part}
          address={address}
          followsTitle={props.edited === null}
          conference={conference}
        />
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
