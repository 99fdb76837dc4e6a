import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { messageOf } from '../../../lib/api.ts';
import { colors } from '../../../ui/tokens.ts';
import type { TaskActions } from '../hooks/use-task-actions.ts';
import { keepRefusals, takeRefusals, useRefusals } from '../model/additions.ts';

/** What was written and not taken by the server stays here until it is sent again or let go of. */
export function RefusedLines({ create, onEmpty }: { create: TaskActions['create']; onEmpty: () => void }) {
  const refusals = useRefusals();
  if (refusals.length === 0) return null;
  const sendAgain = async () => {
    const wishes = takeRefusals().map(({ wish }) => wish);
    // The button is gone.
    onEmpty();
    const refused = await create(wishes);
    keepRefusals(
      refused.map(({ wish, error }) => ({ wish, reason: messageOf(error, 'The task could not be added.') })),
    );
  };
  return (
    <Box
      component="section"
      aria-label="Not added"
      sx={{ p: '8px 8px 8px 14px', borderTop: `1px solid ${colors.line}`, typography: 'body2' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Box sx={{ flex: '1 1 180px', minWidth: 0, color: 'error.main' }}>
          {refusals.length === 1 ? '1 task is' : `${refusals.length} tasks are`} not added yet:{' '}
          {refusals[0]?.reason}
        </Box>
        <Button
          size="small"
          variant="text"
          onClick={() => {
            takeRefusals();
            onEmpty();
          }}
        >
          Discard
        </Button>
        <Button size="small" onClick={() => void sendAgain()}>
          Try again
        </Button>
      </Box>
      <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary', maxHeight: 120, overflowY: 'auto' }}>
        {refusals.map(({ wish }) => (
          <Box component="li" key={wish._id} sx={{ overflowWrap: 'anywhere' }}>
            {wish.title}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
