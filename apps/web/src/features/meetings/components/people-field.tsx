import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { useDebounced } from '#lib/use-debounced.ts';
import { knownPeopleQuery } from '../api.ts';
import { addPeople, type Person, parsePeople, toLabel } from '../model/people.ts';
import './people-field.css';

interface PeopleFieldProps {
  readonly label?: string;
  /** Names the list of chips. */
  readonly listLabel?: string;
  readonly people: readonly Person[];
  /** What is typed but is not a chip yet. */
  readonly typed: string;
  readonly problem: string | undefined;
  readonly onChange: (change: { readonly people: readonly Person[]; readonly typed: string }) => void;
}

/** Addresses as chips, with completion by people one has met. A list of addresses can be pasted. */
export function PeopleField({
  label = 'People',
  listLabel = 'People to ask',
  people,
  typed,
  problem,
  onChange,
}: PeopleFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { data = [] } = useQuery(knownPeopleQuery(useDebounced(typed.trim())));
  const chosen = new Set(people.map(({ email }) => email.toLowerCase()));
  const choices = typed.trim() === '' ? [] : data.filter(({ email }) => !chosen.has(email.toLowerCase()));
  const isShown = isOpen && choices.length > 0;

  const add = (person: Person) => {
    onChange({ people: addPeople(people, [person]), typed: '' });
    setActive(-1);
    input.current?.focus();
  };
  const read = (text: string) => {
    const { people: more, unreadable } = parsePeople(text);
    onChange({ people: addPeople(people, more), typed: unreadable.join(', ') });
    setActive(-1);
  };
  const remove = (person: Person) => {
    onChange({ people: people.filter((one) => one !== person), typed });
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const candidate = isShown ? choices[active] : undefined;
    const last = people.at(-1);
    if (event.key === 'Backspace' && typed === '' && last) remove(last);
    else if (isShown && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive(
        active < 0 && step < 0 ? choices.length - 1 : (active + step + choices.length) % choices.length,
      );
    } else if (isShown && event.key === 'Escape') {
      // The sheet stays open.
      event.stopPropagation();
      setIsOpen(false);
    } else if (candidate && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      add(candidate);
    } else if (
      typed.trim() !== '' &&
      !event.ctrlKey &&
      !event.metaKey &&
      ['Enter', ',', ';'].includes(event.key)
    ) {
      event.preventDefault();
      read(typed);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text');
    if (parsePeople(text).people.length === 0) return;
    event.preventDefault();
    read([typed.trim(), text].filter(Boolean).join(', '));
  };

  return (
    <div className="people-field">
      <label htmlFor={id} className="people-field-label text-label">
        {label}
      </label>
      <div className="people-field-anchor">
        <div className="people-field-box" data-problem={problem === undefined ? undefined : ''}>
          {people.length > 0 && (
            <ul className="people-field-chips" aria-label={listLabel}>
              {people.map((person) => (
                <li key={person.email} className="chip" data-tone="event" title={person.email}>
                  <span className="people-field-name">{toLabel(person)}</span>
                  <button
                    type="button"
                    className="people-field-remove"
                    aria-label={`Remove ${toLabel(person)}`}
                    onClick={() => remove(person)}
                  >
                    <X size={14} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            ref={input}
            id={id}
            type="text"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={isShown}
            aria-controls={`${id}-choices`}
            aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
            aria-invalid={problem !== undefined}
            aria-describedby={`${id}-hint`}
            value={typed}
            onChange={(event) => {
              setIsOpen(true);
              setActive(-1);
              onChange({ people, typed: event.currentTarget.value });
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => {
              setIsOpen(false);
              if (typed.trim() !== '') read(typed);
            }}
          />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot show names beside addresses */}
        <div id={`${id}-choices`} role="listbox" aria-label="People you have met" hidden={!isShown}>
          {choices.map((person, at) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
            <div
              key={person.email}
              id={`${id}-${at}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- see above
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className="people-field-choice"
              // Before the field loses the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => add(person)}
            >
              <span>{toLabel(person)}</span>
              {person.name && <span className="people-field-email text-small">{person.email}</span>}
            </div>
          ))}
        </div>
      </div>
      <p
        id={`${id}-hint`}
        className="people-field-hint text-caption"
        data-problem={problem === undefined ? undefined : ''}
      >
        {problem ?? 'Names you know, or addresses with commas between them'}
      </p>
    </div>
  );
}
