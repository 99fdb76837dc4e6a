import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import './quick-add-help.css';

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
      <Popover
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchor={anchor}
        align="right"
        aria-label="What you can write"
        className="quick-add-help"
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
    </>
  );
}
