import { clsx } from 'clsx';
import { type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from 'react';
import { formatMinutes } from '../lib/format-minutes.ts';
import { formatTypedTime, isUnreadableTime, listQuarters, readTime } from '../lib/typed-times.ts';
import { Field, type FieldProps } from './field.tsx';
import { findOptionOfKey } from './list-moves.ts';
import { getOptionId, OptionList } from './option-list.tsx';
import { useTypedValue } from './use-typed-value.ts';
import './time-field.css';

interface TimeFieldProps
  extends Pick<
    FieldProps,
    'label' | 'isLabelHidden' | 'isInvalid' | 'hint' | 'problem' | 'isCompact' | 'required'
  > {
  'aria-describedby'?: string | undefined;
  /** `HH:MM`; empty for none; what was typed if it is not a time. */
  value: string;
  onChange: (value: string) => void;
  className?: string;
  /** Midnight is 24:00: the time is the end of something that begins on that day. */
  isEndTime?: boolean;
  /** The minutes to a time that ends something; null if it would not be after the start. */
  toLength?: (time: string) => number | null;
}

const MORNING = '09:00';
const EXAMPLE = 'Write a time such as 9:30';

/** A time of day: typed in any usual spelling, or chosen from the quarters of the hours. */
export function TimeField(props: TimeFieldProps) {
  const { value, onChange, isEndTime = false, toLength, problem, className, ...rest } = props;
  const listId = `${useId()}-list`;
  const input = useRef<HTMLInputElement>(null);
  /** The option that the keyboard is at while the list is open; -1 before the first move. */
  const [active, setActive] = useState<number | null>(null);
  const close = useCallback(() => setActive(null), []);
  const { text, isTyping, type, settle } = useTypedValue({
    value,
    onChange,
    read: (typed) => readTime(typed, { isEndTime }),
    format: formatTypedTime,
  });
  const isOpen = active !== null;
  const options = useMemo(() => {
    if (!isOpen) return [];
    return listQuarters({ isEndTime }).flatMap((time) => {
      const length = toLength?.(time);
      if (length === null) return [];
      const detail = length === undefined ? undefined : formatMinutes(length);
      return [{ value: time, label: formatTypedTime(time), detail }];
    });
  }, [isOpen, isEndTime, toLength]);
  // The quarter of an hour at the time or before it, where the arrow keys start.
  const from = value === '' || isUnreadableTime(value) ? MORNING : value;
  const near = options.findLastIndex((option) => option.value <= from);

  const choose = (time: string) => {
    close();
    settle(time);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, nativeEvent } = event;
    if (nativeEvent.isComposing || ctrlKey || metaKey) return;
    if (isOpen && key === 'Escape') close();
    else if (isOpen && key === 'Enter' && active >= 0) choose(options[active]?.value ?? value);
    else if (isOpen && altKey && key === 'ArrowUp') close();
    else if (['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'].includes(key)) {
      if (!isOpen) setActive(-1);
      else if (active < 0 && near >= 0) setActive(near);
      else setActive(findOptionOfKey(key, options, active) ?? active);
    } else {
      if (key === 'Enter' || key === 'Tab') close();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const ownProblem = !isTyping && isUnreadableTime(value) ? EXAMPLE : undefined;
  return (
    <div className={clsx('time-field', className)}>
      <Field
        {...rest}
        ref={input}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is an input
        role="combobox"
        aria-haspopup="listbox"
        aria-autocomplete="none"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? getOptionId(listId, active) : undefined}
        placeholder={rest.isLabelHidden ? 'Time' : undefined}
        autoComplete="off"
        maxLength={20}
        value={text}
        problem={ownProblem ?? problem}
        onChange={(event) => {
          type(event.currentTarget.value);
          if (isOpen) setActive(-1);
        }}
        onClick={() => setActive(-1)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          settle();
        }}
      />
      {isOpen && (
        <OptionList
          id={listId}
          label={rest.label}
          anchor={input}
          options={options}
          active={active}
          chosen={value}
          startsAt={Math.max(near, 0)}
          onChoose={choose}
          onClose={close}
          empty="No later time on this day"
        />
      )}
    </div>
  );
}
