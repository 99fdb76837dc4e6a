import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { colors } from '#ui/tokens.ts';
import { useRefusedTasks } from '../hooks/create-tasks.ts';
import type { TaskActions } from '../hooks/use-task-actions.ts';

/** Lines that the server refused, kept until they are sent again or discarded. */
export function RefusedLines({ create, onEmpty }: { create: TaskActions['create']; onEmpty: () => void }) {
  const { refused, discard } = useRefusedTasks();
  if (refused.length === 0) return null;
  const sendAgain = () => {
    discard();
    // The button is gone.
    onEmpty();
    void create(refused.map(({ input }) => input));
  };
  return (
    <Box
      component="section"
      aria-label="Not added"
      sx={{ p: '8px 8px 8px 14px', borderTop: `1px solid ${colors.line}`, typography: 'body2' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Box sx={{ flex: '1 1 180px', minWidth: 0, color: 'error.main' }}>
          {refused.length === 1 ? '1 task is' : `${refused.length} tasks are`} not added yet:{' '}
          {refused[0]?.reason}
        </Box>
        <Button
          size="small"
          variant="text"
          onClick={() => {
            discard();
            onEmpty();
          }}
        >
          Discard
        </Button>
        <Button size="small" onClick={sendAgain}>
          Try again
        </Button>
      </Box>
      <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary', maxHeight: 120, overflowY: 'auto' }}>
        {refused.map(({ input }) => (
          <Box component="li" key={input._id} sx={{ overflowWrap: 'anywhere' }}>
            {input.title}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
