import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { colors, radius } from '#ui/tokens.ts';
import type { TaskEditor } from '../hooks/use-task-editor.ts';
import { type DraftField, fieldNames, valueInWords } from '../model/task-draft.ts';

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
    <Box
      role="alert"
      sx={{
        mb: 2,
        p: '12px 14px',
        border: `1px solid ${colors.soft}`,
        borderRadius: radius.control,
        bgcolor: colors.softTint,
        typography: 'body2',
        overflowWrap: 'anywhere',
      }}
    >
      <Box sx={{ fontWeight: 600, color: colors.soft }}>This task was changed elsewhere in the meantime</Box>
      {taken.length > 0 && (
        <Box sx={{ mt: '4px', color: 'text.secondary' }}>
          {taken.map((field) => `${fieldNames[field]}: ${valueInWords(theirs, field)}`).join(' · ')}
        </Box>
      )}
      {conflicts.map((field) => (
        <Box
          key={field}
          component="fieldset"
          aria-label={fieldNames[field]}
          sx={{ m: '12px 0 0', p: 0, border: 0, minWidth: 0 }}
        >
          <Box sx={{ fontWeight: 600 }}>{fieldNames[field]}</Box>
          <Box sx={{ color: 'text.secondary' }}>Yours: {valueInWords(draft, field)}</Box>
          <Box sx={{ color: 'text.secondary' }}>Theirs: {valueInWords(theirs, field)}</Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
            <Button size="small" onClick={() => decide(field, 'mine')}>
              Keep mine
            </Button>
            <Button size="small" onClick={() => decide(field, 'theirs')}>
              Take theirs
            </Button>
          </Box>
        </Box>
      ))}
      <Box sx={{ mt: 1.5, color: 'text.secondary' }}>
        Nothing is saved yet.{' '}
        {isBehind
          ? 'Saving shows what is different.'
          : conflicts.length > 0
            ? 'Saving keeps yours.'
            : 'Save again to add your changes.'}
      </Box>
    </Box>
  );
}
