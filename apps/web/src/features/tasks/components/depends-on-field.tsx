import type { Task } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { Check, Link2, X } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useState } from 'react';
import { colors, radius } from '#ui/tokens.ts';
import { useFoundTasks, useTasksById } from '../api.ts';
import { CompactInput } from './compact-fields.tsx';

const SHOWN = 6;

const Choices = styled('div')({
  width: '100%',
  margin: 0,
  padding: 4,
  border: `1px solid ${colors.lineStrong}`,
  borderRadius: radius.control,
  background: colors.surface3,
});

const Choice = styled('div')({
  padding: '8px',
  borderRadius: 6,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  '&[aria-selected="true"], &:hover': { background: '#322C4B' },
  '@media (pointer: coarse)': { padding: '12px 8px' },
});

const Chosen = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  maxWidth: '100%',
  minHeight: 32,
  padding: '0 2px 0 8px',
  borderRadius: radius.chip,
  border: `1px solid ${colors.line}`,
  background: colors.surface2,
  fontWeight: 500,
  '@media (pointer: coarse)': { minHeight: 44, '& .MuiIconButton-root': { width: 44, height: 44 } },
  '& > .text': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

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
          <Chosen key={one}>
            {task?.status === 'done' ? (
              <Check size={14} color={colors.ok} aria-label="Done" />
            ) : (
              <Link2 size={14} aria-hidden />
            )}
            <span className="text">{title}</span>
            <IconButton
              size="small"
              aria-label={`No longer depends on ${title}`}
              onClick={() => onChange(value.filter((id) => id !== one))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </Chosen>
        );
      })}
      <CompactInput
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
        sx={{ width: '100%' }}
      />
      {choices.length > 0 && (
        <Choices {...listbox} ref={keepInSight}>
          {choices.map((task) => (
            <Choice
              key={task._id}
              {...optionProps(task)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(task._id)}
            >
              {task.title}
            </Choice>
          ))}
        </Choices>
      )}
      {text.trim() !== '' && found.isSuccess && choices.length === 0 && (
        <Box component="output" sx={{ typography: 'caption', color: 'text.tertiary' }}>
          No open task matches
        </Box>
      )}
    </>
  );
}
