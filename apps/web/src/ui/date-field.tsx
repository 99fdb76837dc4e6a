import { findDayNumber, formatDayNumber } from '@dayloom/time';
import { clsx } from 'clsx';
import { Calendar } from 'lucide-react';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { formatDate, isUnreadableDate, readDate } from '../lib/typed-dates.ts';
import { IconButton } from './button.tsx';
import { Field, type FieldProps } from './field.tsx';
import { useTypedValue } from './use-typed-value.ts';
import './date-field.css';

const CalendarPopover = lazy(async () => ({
  default: (await import('./calendar-popover.tsx')).CalendarPopover,
}));

interface DateFieldProps
  extends Pick<
    FieldProps,
    'label' | 'isLabelHidden' | 'isInvalid' | 'hint' | 'problem' | 'isCompact' | 'required'
  > {
  /** ISO date; empty for none; what was typed if it is not a date. */
  value: string;
  onChange: (value: string) => void;
  className?: string;
  /** The first and last day that the calendar offers; no limit if it is not a date. */
  min?: string | undefined;
  max?: string | undefined;
}

const EXAMPLE = 'Write a date such as 24 Nov';

/** Today on the machine's clock, in the viewer's zone. */
function getToday(): number {
  const now = new Date();
  return findDayNumber(
    [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-'),
  ) as number;
}

/** A day: typed in any usual spelling, or chosen in a calendar, which Alt and the down arrow open too. */
export function DateField({ value, onChange, min, max, problem, className, ...rest }: DateFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  /** What the open calendar is below; null while it is closed. */
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = () => setAnchor(input.current?.parentElement ?? null);
  const { text, isTyping, type, settle } = useTypedValue({
    value,
    onChange,
    read: (typed) => readDate(typed, { today: formatDayNumber(getToday()) }),
    format: formatDate,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    open();
  };
  const ownProblem = !isTyping && isUnreadableDate(value) ? EXAMPLE : undefined;
  return (
    <div className={clsx('date-field', className)}>
      <Field
        {...rest}
        ref={input}
        autoComplete="off"
        maxLength={40}
        value={text}
        problem={ownProblem ?? problem}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => settle()}
        endAdornment={
          <IconButton
            size="small"
            className="date-field-open"
            aria-label="Choose a day"
            aria-haspopup="dialog"
            aria-expanded={anchor !== null}
            onClick={open}
          >
            <Calendar size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
      />
      <Suspense>
        {anchor && (
          <CalendarPopover
            anchor={anchor}
            chosenDay={findDayNumber(value)}
            today={getToday()}
            firstDay={min ? findDayNumber(min) : null}
            lastDay={max ? findDayNumber(max) : null}
            onClose={() => setAnchor(null)}
            onChoose={(day) => {
              setAnchor(null);
              settle(formatDayNumber(day));
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
