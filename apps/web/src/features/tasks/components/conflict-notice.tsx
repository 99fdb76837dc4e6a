import { Button } from '#ui/button.tsx';
import type { TaskEditor } from '../hooks/use-task-editor.ts';
import { type DraftField, fieldNames, formatValue } from '../model/task-draft.ts';
import './conflict-notice.css';

/** Shows what changed elsewhere while the sheet was open. Typed input stays until the user decides. */
export function ConflictNotice({ editor, onSettled }: { editor: TaskEditor; onSettled: () => void }) {
  const { conflicts, taken, theirs, draft, settle, isBehind } = editor;
  if (conflicts.length === 0 && taken.length === 0 && !isBehind) return null;
  const decide = (field: DraftField, winner: 'mine' | 'theirs') => {
    settle(field, winner);
    // The button disappears with the notice.
    onSettled();
  };
  return (
    <div role="alert" className="conflict-notice text-small">
      <div className="conflict-notice-title">This task was changed elsewhere in the meantime</div>
      {taken.length > 0 && (
        <div className="conflict-notice-taken">
          {taken.map((field) => `${fieldNames[field]}: ${formatValue(theirs, field)}`).join(' · ')}
        </div>
      )}
      {conflicts.map((field) => (
        <fieldset key={field} aria-label={fieldNames[field]} className="conflict-notice-field">
          <div className="conflict-notice-name">{fieldNames[field]}</div>
          <div className="conflict-notice-value">Yours: {formatValue(draft, field)}</div>
          <div className="conflict-notice-value">Theirs: {formatValue(theirs, field)}</div>
          <div className="conflict-notice-actions">
            <Button size="small" onClick={() => decide(field, 'mine')}>
              Keep mine
            </Button>
            <Button size="small" onClick={() => decide(field, 'theirs')}>
              Take theirs
            </Button>
          </div>
        </fieldset>
      ))}
      <div className="conflict-notice-advice">
        Nothing is saved yet.{' '}
        {isBehind
          ? 'Saving shows what is different.'
          : conflicts.length > 0
            ? 'Saving keeps yours.'
            : 'Save again to add your changes.'}
      </div>
    </div>
  );
}
