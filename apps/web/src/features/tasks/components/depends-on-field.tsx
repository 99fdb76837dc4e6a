import type { Task } from '@dayloom/contracts';
import { Check, Link2, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { useFoundTasks, useTasksById } from '../api.ts';
import { CompactInput } from './compact-fields.tsx';
import './depends-on-field.css';

const SHOWN = 6;

/** The list opens at the end of the sheet's scrolling part. */
const keepInSight = (list: HTMLElement | null) => list?.scrollIntoView?.({ block: 'nearest' });

interface DependsOnFieldProps {
  id: string;
  taskId: string;
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Tasks that must be done first: type to search, choose with the arrows and Enter. */
export function DependsOnField({ id, taskId, value, onChange }: DependsOnFieldProps) {
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const known = useTasksById(value);
  const found = useFoundTasks(useDeferredValue(text.trim()));
  const choices =
    text.trim() === ''
      ? []
      : (found.data?.tasks ?? []).filter(({ _id }) => _id !== taskId && !value.includes(_id)).slice(0, SHOWN);
  const listId = `${id}-list`;
  const choice = choices[Math.min(marked, choices.length - 1)];

  // The ARIA pattern "editable combobox with list autocomplete": the focus stays in the text box.
  const combobox = {
    role: 'combobox',
    'aria-expanded': choices.length > 0,
    'aria-controls': choices.length > 0 ? listId : undefined,
    'aria-autocomplete': 'list',
    'aria-activedescendant': choice && `${listId}-${choice._id}`,
  } as const;
  const listbox = { role: 'listbox', id: listId, 'aria-label': 'Tasks found' } as const;
  const optionProps = (task: Task) =>
    ({ role: 'option', id: `${listId}-${task._id}`, 'aria-selected': task === choice }) as const;

  const take = (chosen: string) => {
    onChange([...value, chosen]);
    setText('');
    setMarked(0);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step && choices.length > 0) {
      event.preventDefault();
      setMarked((Math.min(marked, choices.length - 1) + step + choices.length) % choices.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (choice) take(choice._id);
    } else if (event.key === 'Escape' && text) {
      // Escape closes the list, not the sheet.
      event.stopPropagation();
      setText('');
    }
  };

  return (
    <>
      {value.map((one, index) => {
        const task = known[index]?.data?.task;
        const title = task?.title ?? (known[index]?.isError ? 'A deleted task' : '…');
        return (
          <span key={one} className="depends-on-field-chosen">
            {task?.status === 'done' ? (
              <Check size={14} className="depends-on-field-done" aria-label="Done" />
            ) : (
              <Link2 size={14} aria-hidden />
            )}
            <span className="depends-on-field-title">{title}</span>
            <IconButton
              className="depends-on-field-remove"
              size="small"
              aria-label={`No longer depends on ${title}`}
              onClick={() => onChange(value.filter((id) => id !== one))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </span>
        );
      })}
      <CompactInput
        className="depends-on-field-input"
        id={id}
        {...combobox}
        autoComplete="off"
        placeholder="Find a task"
        maxLength={200}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={onKeyDown}
      />
      {choices.length > 0 && (
        <div {...listbox} ref={keepInSight} className="depends-on-field-list">
          {choices.map((task) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- an option by its spread props; the text box keeps the focus and hears the keys
            <div
              key={task._id}
              className="depends-on-field-option"
              {...optionProps(task)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(task._id)}
            >
              {task.title}
            </div>
          ))}
        </div>
      )}
      {text.trim() !== '' && found.isSuccess && choices.length === 0 && (
        <output className="depends-on-field-none text-caption">No open task matches</output>
      )}
    </>
  );
}
