import { clsx } from 'clsx';
import { type KeyboardEvent, type Ref, useCallback, useId, useRef, useState } from 'react';
import {
  addLetter,
  findOptionOfKey,
  findOptionOfLetters,
  type ListOption,
  type Typed,
} from './list-moves.ts';
import { getOptionId, OptionList } from './option-list.tsx';
import './select-field.css';

interface SelectProps<Value extends string | number> {
  /** The accessible name; a visible label says the same. */
  label: string;
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-required'?: boolean | undefined;
  value: Value;
  /** A value without an option is shown as it is. */
  options: readonly ListOption<Value>[];
  onChange: (value: Value) => void;
  /** Shown while the value has no option. */
  placeholder?: string;
  disabled?: boolean;
  /** Lower, for rows of small controls. */
  isCompact?: boolean;
  className?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

/** One choice from a list without a label: a button that opens it (ARIA practices, select-only combobox). */
export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const {
    label,
    value,
    options: given,
    onChange,
    placeholder,
    isCompact = false,
    className,
    ref,
    ...rest
  } = props;
  const listId = `${useId()}-list`;
  const button = useRef<HTMLButtonElement>(null);
  const typed = useRef<Typed>({ text: '', at: 0 });
  /** The option that the keyboard is at while the list is open. */
  const [active, setActive] = useState<number | null>(null);
  const close = useCallback(() => setActive(null), []);

  const isKnown = given.some((option) => option.value === value);
  const options = isKnown || placeholder !== undefined ? given : [{ value, label: String(value) }, ...given];
  const current = options.findIndex((option) => option.value === value);
  const shown = options[current]?.label ?? placeholder;
  const isOpen = active !== null;

  const choose = (chosen: Value) => {
    close();
    if (chosen !== value) onChange(chosen);
  };
  const takeActive = () => {
    const option = options[active ?? -1];
    if (option && !option.isDisabled) choose(option.value);
    else close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, timeStamp } = event;
    if (ctrlKey || metaKey) return;
    if (isOpen && key === 'Tab') return takeActive();
    if (isOpen && (key === 'Enter' || key === ' ' || (altKey && key === 'ArrowUp'))) takeActive();
    else if (isOpen && key === 'Escape') close();
    else if (!isOpen && ['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(key)) setActive(current);
    else if (key.length === 1 && key !== ' ' && !altKey) {
      typed.current = addLetter(typed.current, key, timeStamp);
      setActive(findOptionOfLetters(typed.current.text, options, active ?? current) ?? active ?? current);
    } else {
      const next = findOptionOfKey(key, options, active ?? current);
      if (next === undefined) return;
      setActive(next);
    }
    // Neither the page's commands nor the sheet around hear these keys.
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <button
        type="button"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the native select cannot be styled
        role="combobox"
        aria-haspopup="listbox"
        aria-label={label}
        {...rest}
        value={String(value)}
        ref={(element) => {
          button.current = element;
          if (typeof ref === 'function') ref(element);
          else if (ref) ref.current = element;
        }}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? getOptionId(listId, active) : undefined}
        className={clsx('select-field-control', isCompact && 'select-field-compact', className)}
        onClick={() => (isOpen ? close() : setActive(current))}
        onKeyDown={onKeyDown}
        onBlur={close}
      >
        <span className="select-field-value">{shown}</span>
        {/* Not from lucide: the booking pages do not load it. */}
        <svg className="select-field-arrow" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
          <path d="m6 9 6 6 6-6" />
        </svg>
      </button>
      {isOpen && (
        <OptionList
          id={listId}
          label={label}
          anchor={button}
          options={options}
          active={active}
          chosen={value}
          onChoose={choose}
          onClose={close}
        />
      )}
    </>
  );
}

interface SelectFieldProps<Value extends string | number> extends SelectProps<Value> {
  hint?: string | undefined;
  /** The problem with the value; replaces the hint. */
  problem?: string | undefined;
  /** The visible label is a column heading; this label is for screen readers only. */
  isLabelHidden?: boolean;
}

/** One choice from a list, with its label above. */
export function SelectField<Value extends string | number>(props: SelectFieldProps<Value>) {
  const { hint, problem, isLabelHidden = false, ...select } = props;
  const id = useId();
  const help = problem ?? hint;
  return (
    <div className="select-field">
      {!isLabelHidden && (
        <label htmlFor={id} className="select-field-label text-label">
          {select.label}
        </label>
      )}
      <Select
        id={id}
        {...select}
        aria-describedby={help ? `${id}-hint` : undefined}
        aria-invalid={problem === undefined ? undefined : true}
      />
      {help && (
        <div
          id={`${id}-hint`}
          className="select-field-hint text-caption"
          data-problem={problem === undefined ? undefined : ''}
        >
          {help}
        </div>
      )}
    </div>
  );
}
