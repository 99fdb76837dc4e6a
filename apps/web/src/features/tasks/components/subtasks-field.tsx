import type { Task } from '@dayloom/contracts';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { splitLines } from '../model/quick-add.ts';
import { SectionTitle } from './section-title.tsx';
import { TaskCheck } from './task-check.tsx';
import './subtasks-field.css';

type Subtask = Task['subtasks'][number];

interface SubtasksFieldProps {
  value: readonly Subtask[];
  problem: string | undefined;
  onChange: (value: Subtask[]) => void;
}

export function SubtasksField({ value, problem, onChange }: SubtasksFieldProps) {
  const [text, setText] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const addRef = useRef<HTMLInputElement>(null);
  const done = value.filter((subtask) => subtask.done).length;

  const add = (titles: readonly string[]) => {
    const added = titles.map((title) => ({
      id: crypto.randomUUID(),
      title,
      done: false,
    }));
    onChange([...value, ...added]);
    setText('');
  };
  const change = (id: string, input: Partial<Subtask>) =>
    onChange(value.map((one) => (one.id === id ? { ...one, ...input } : one)));
  const remove = (subtask: Subtask) => {
    onChange(value.filter(({ id }) => id !== subtask.id));
    setAnnouncement(`${subtask.title} removed`);
    addRef.current?.focus();
  };
  const move = (subtask: Subtask, by: number) => {
    const from = value.indexOf(subtask);
    const to = from + by;
    if (to < 0 || to >= value.length) return;
    onChange(value.toSpliced(from, 1).toSpliced(to, 0, subtask));
    setAnnouncement(`${subtask.title} is now ${to + 1} of ${value.length}`);
  };
  const onLineKey = (event: KeyboardEvent, subtask: Subtask) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(subtask, event.key === 'ArrowUp' ? -1 : 1);
  };

  return (
    <section>
      <SectionTitle title="Subtasks" count={value.length > 0 ? `${done} of ${value.length}` : undefined} />
      <ul className="subtasks-field-list">
        {value.map((subtask, index) => (
          <li key={subtask.id} className="subtasks-field-line">
            <TaskCheck
              isSquare
              label={`Done: ${subtask.title}`}
              isChecked={subtask.done}
              onChange={(isDone) => change(subtask.id, { done: isDone })}
            />
            <input
              className="subtasks-field-text"
              data-done={subtask.done || undefined}
              aria-label={`Subtask ${index + 1}`}
              value={subtask.title}
              maxLength={300}
              onChange={(event) => change(subtask.id, { title: event.currentTarget.value })}
              onKeyDown={(event) => onLineKey(event, subtask)}
            />
            <span className="subtasks-field-actions">
              <IconButton
                size="small"
                className="subtasks-field-action"
                aria-label={`Move ${subtask.title} up`}
                disabled={index === 0}
                onClick={() => move(subtask, -1)}
              >
                <ArrowUp size={14} aria-hidden />
              </IconButton>
              <IconButton
                size="small"
                className="subtasks-field-action"
                aria-label={`Move ${subtask.title} down`}
                disabled={index === value.length - 1}
                onClick={() => move(subtask, 1)}
              >
                <ArrowDown size={14} aria-hidden />
              </IconButton>
              <IconButton
                size="small"
                className="subtasks-field-action"
                aria-label={`Remove ${subtask.title}`}
                onClick={() => remove(subtask)}
              >
                <X size={14} aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
        <li className="subtasks-field-line">
          <Plus size={18} strokeWidth={1.75} className="subtasks-field-plus" aria-hidden />
          <input
            className="subtasks-field-text"
            ref={addRef}
            aria-label="Add a subtask"
            placeholder="Add a subtask"
            value={text}
            maxLength={300}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={() => text.trim() && add([text.trim()])}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing)
                return;
              event.preventDefault();
              if (text.trim()) add([text.trim()]);
            }}
            onPaste={(event) => {
              const lines = splitLines(event.clipboardData.getData('text'));
              if (lines.length < 2) return;
              event.preventDefault();
              add(lines);
            }}
          />
        </li>
      </ul>
      <div aria-live="polite">
        <Hidden>{announcement}</Hidden>
      </div>
      {problem && (
        <div role="alert" className="subtasks-field-problem text-caption">
          {problem}
        </div>
      )}
    </section>
  );
}
