import IconButton from '@mui/material/IconButton';
import { CircleHelp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { LoadingBar } from '#ui/loading-bar.tsx';
import './quick-add-help.css';

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
        className="quick-add-help-button"
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
                className: 'quick-add-help',
              },
            }}
          >
            <dl className="quick-add-help-list text-caption">
              {phrases.map(([words, meaning]) => (
                <div key={words} className="quick-add-help-phrase">
                  <dt>{words}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
            <p className="quick-add-help-hint text-caption">
              Backspace behind highlighted words makes them plain text again. Enter adds the task.
            </p>
          </Popover>
        )}
      </Suspense>
    </>
  );
}
