import { clsx } from 'clsx';
import { type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from 'react';
import { findOptionOfKey, type ListOption } from './list-moves.ts';
import { getOptionId, OptionList } from './option-list.tsx';
import './search-select.css';

interface SearchSelectProps {
  /** The accessible name; a visible label says the same. */
  label: string;
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  value: string;
  options: readonly ListOption[];
  onChange: (value: string) => void;
  className?: string | undefined;
}

/** One choice from a long list, found by typing (ARIA practices, editable combobox with a list). */
export function SearchSelect(props: SearchSelectProps) {
  const { label, value, options, onChange, className, ...rest } = props;
  const listId = `${useId()}-list`;
  const input = useRef<HTMLInputElement>(null);
  /** What is searched for; null while the field shows its value. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const close = useCallback(() => setActive(null), []);
  const found = useMemo(() => filterOptions(options, typed ?? ''), [options, typed]);
  const isOpen = active !== null;
  const open = () => setActive(found.findIndex((option) => option.value === value));

  const leave = () => {
    close();
    setTyped(null);
  };
  const choose = (chosen: string) => {
    leave();
    if (chosen !== value) onChange(chosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent, ctrlKey, metaKey } = event;
    if (nativeEvent.isComposing || ctrlKey || metaKey) return;
    const option = found[active ?? -1];
    if (key === 'Enter' && isOpen) {
      if (option) choose(option.value);
      else leave();
    } else if (key === 'Escape' && (isOpen || typed !== null)) leave();
    else if (key === 'ArrowDown' || key === 'ArrowUp' || key === 'PageDown' || key === 'PageUp') {
      if (isOpen) setActive(findOptionOfKey(key, found, active) ?? active);
      else open();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <input
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-label={label}
        {...rest}
        ref={input}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? getOptionId(listId, active) : undefined}
        className={clsx('search-select', className)}
        value={typed ?? options.find((option) => option.value === value)?.label ?? value}
        onChange={({ currentTarget: { value: text } }) => {
          setTyped(text);
          // The best one is at hand for Enter.
          setActive(text.trim() === '' ? -1 : 0);
        }}
        onClick={({ currentTarget }) => {
          if (isOpen) return;
          currentTarget.select();
          open();
        }}
        onKeyDown={onKeyDown}
        onBlur={leave}
      />
      {isOpen && (
        <OptionList
          id={listId}
          label={label}
          anchor={input}
          options={found}
          active={active}
          chosen={value}
          onChoose={choose}
          onClose={leave}
          empty="Nothing matches"
        />
      )}
    </>
  );
}

const simplify = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\d+]+/gu, ' ')
    .trim();

/** The options with all the words of a search, first those with a word that begins with it. */
export function filterOptions(options: readonly ListOption[], search: string): readonly ListOption[] {
  const wanted = simplify(search);
  if (wanted === '') return options;
  const words = wanted.split(' ');
  const matches = options
    .map((option) => ({ option, text: ` ${simplify(`${option.label} ${option.detail ?? ''}`)}` }))
    .filter(({ text }) => words.every((word) => text.includes(word)));
  const isFirst = ({ text }: { text: string }) => text.includes(` ${wanted}`);
  return [...matches.filter(isFirst), ...matches.filter((match) => !isFirst(match))].map(
    ({ option }) => option,
  );
}
