import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { LoadingBar } from '#ui/loading-bar.tsx';

const Popover = lazy(() => import('@mui/material/Popover'));

const phrases = [
  ['tomorrow 5pm · Fri 14:30 · 2-3pm', 'It takes place then'],
  ['by Friday · due 3 Dec · before noon', 'Its deadline; !hard if it must not slip'],
  ['2h · 45 min · half day', 'How long it takes'],
  ['4h, split · chunks of 1 h', 'It may be done in parts'],
  ['every weekday at 9:15 · biweekly Tue', 'It repeats'],
  ['every morning · after work', 'The part of the day that you prefer'],
  ['from Monday · after 3pm', 'It does not start before'],
  ['#project · p1 to p4 · someday', 'Project, priority, no date'],
  ['@personal · @work', 'The hours in which it may be planned'],
  ['“call May”', 'Words in quotes stay as they are'],
] as const;

/** What quick add understands. */
export function QuickAddHelp() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        size="small"
        aria-label="What you can write"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: 'text.secondary', '@media (pointer: coarse)': { width: 44, height: 44 } }}
      >
        <CircleHelp size={18} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <Suspense fallback={<LoadingBar />}>
        {anchor && (
          <Popover
            open
            anchorEl={anchor}
            onClose={() => setAnchor(null)}
            anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
            transformOrigin={{ vertical: 'top', horizontal: 'right' }}
            slotProps={{
              paper: {
                role: 'dialog',
                'aria-label': 'What you can write',
                sx: { p: 2, width: 460, maxWidth: 'calc(100vw - 24px)' },
              },
            }}
          >
            <Box
              component="dl"
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr)' },
                columnGap: 2,
                rowGap: { xs: 0, sm: 1 },
                m: 0,
                typography: 'caption',
                '& dt': { color: 'text.primary' },
                '& dd': { m: 0, mb: { xs: 1, sm: 0 }, color: 'text.secondary' },
              }}
            >
              {phrases.map(([words, meaning]) => (
                <Box key={words} sx={{ display: 'contents' }}>
                  <dt>{words}</dt>
                  <dd>{meaning}</dd>
                </Box>
              ))}
            </Box>
            <Box component="p" sx={{ m: 0, mt: 1.5, typography: 'caption', color: 'text.secondary' }}>
              Backspace behind highlighted words makes them plain text again. Enter adds the task.
            </Box>
          </Popover>
        )}
      </Suspense>
    </>
  );
}
