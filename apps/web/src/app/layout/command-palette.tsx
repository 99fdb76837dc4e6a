import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Command } from '#ui/commands.ts';
import { Hidden } from '#ui/hidden.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { findCommands } from './find-commands.ts';
import { usePaletteFinds } from './use-palette-finds.ts';
import { useTaskAddition } from './use-task-addition.ts';

interface CommandPaletteProps {
  commands: readonly Command[];
  onClose: () => void;
  /** Opens quick add with a line whose reading is in doubt. */
  onQuickAdd: (line: string) => void;
}

const focusAtOnce = (element: HTMLInputElement | null) => element?.focus();
const keepInSight = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });

export function CommandPalette({ commands, onClose, onQuickAdd }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const titleId = useId();
  const { finds, isSearching } = usePaletteFinds(query);
  const addition = useTaskAddition(query, onQuickAdd);
  const matches = [...findCommands(finds, ''), ...findCommands(commands, query)];
  // The addition comes last, and only after the search: an early Enter must not turn a search into a task.
  const groups =
    addition && !isSearching ? [...matches, { name: addition.group, commands: [addition] }] : matches;
  const found = groups.flatMap((group) => group.commands);
  const index = Math.min(chosen, found.length - 1);
  const optionId = (position: number) => `${listId}-${position}`;

  // The parts of an editable combobox with a list (ARIA Authoring Practices, "Combobox").
  const combobox = {
    role: 'combobox',
    'aria-label': 'Search',
    'aria-expanded': found.length > 0,
    'aria-controls': listId,
    'aria-activedescendant': found.length > 0 ? optionId(index) : undefined,
    'aria-autocomplete': 'list',
  } as const;
  const listbox = { role: 'listbox', id: listId, 'aria-label': 'Results' };
  const headingId = (name: string) => `${listId}-${name.replaceAll(/\s+/g, '-')}`;
  const groupProps = (name: string) => ({ role: 'group', 'aria-labelledby': headingId(name) });
  const optionProps = (position: number) => ({
    role: 'option',
    id: optionId(position),
    'aria-selected': position === index,
  });

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    // The command may move the focus only after the closed dialog has restored it.
    setTimeout(command.run);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) setChosen((index + step + found.length) % found.length);
    else if (event.key === 'Home' && event.ctrlKey) setChosen(0);
    else if (event.key === 'End' && event.ctrlKey) setChosen(found.length - 1);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(found[index]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          sx: {
            width: 640,
            maxWidth: 'calc(100vw - 24px)',
            m: '12vh 12px 12px',
            borderRadius: '14px',
            maxHeight: '70vh',
          },
        },
      }}
    >
      <Hidden id={titleId}>Search</Hidden>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 1.5,
          height: 52,
          px: 2,
          borderBottom: 1,
          borderColor: 'lineStrong',
          flex: 'none',
        }}
      >
        <Box component="span" sx={{ color: 'text.secondary', display: 'flex' }}>
          <Search size={18} strokeWidth={1.75} />
        </Box>
        <Box
          component="input"
          ref={focusAtOnce}
          {...combobox}
          placeholder="Search tasks, events and actions"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          sx={{
            flex: 1,
            minWidth: 0,
            border: 0,
            outline: 0,
            bgcolor: 'transparent',
            color: 'text.primary',
            font: 'inherit',
            fontSize: 16,
            '&:focus-visible': { outline: 0 },
            '&::placeholder': { color: 'text.tertiary' },
          }}
        />
        <Kbd keys="escape" />
      </Box>
      <Box {...listbox} sx={{ overflowY: 'auto', py: found.length > 0 ? 1 : 0 }}>
        {groups.map((group) => (
          <Box key={group.name} {...groupProps(group.name)}>
            <Box
              id={headingId(group.name)}
              sx={{ typography: 'caption', color: 'text.tertiary', p: '10px 16px 4px' }}
            >
              {group.name}
            </Box>
            {group.commands.map((command) => {
              const position = found.indexOf(command);
              return (
                <Box
                  key={command.id}
                  {...optionProps(position)}
                  ref={position === index ? keepInSight : undefined}
                  onClick={() => run(command)}
                  onMouseMove={() => setChosen(position)}
                  sx={{
                    display: 'flex',
                    alignItems: 'center',
                    gap: 1.5,
                    minHeight: 40,
                    px: 2,
                    cursor: 'pointer',
                    color: position === index ? 'text.primary' : 'text.secondary',
                    bgcolor: position === index ? '#322C4B' : 'transparent',
                  }}
                >
                  <Box
                    sx={{
                      flex: 1,
                      minWidth: 0,
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                      whiteSpace: 'nowrap',
                    }}
                  >
                    {command.label}
                  </Box>
                  {command.detail && (
                    <Box
                      className="n"
                      sx={{ flex: 'none', typography: 'caption', color: 'text.secondary', maxWidth: '50%' }}
                    >
                      {command.detail}
                    </Box>
                  )}
                  {command.keys && <Kbd keys={command.keys} />}
                </Box>
              );
            })}
          </Box>
        ))}
      </Box>
      <Box
        component="output"
        sx={
          matches.length === 0
            ? { display: 'block', p: '12px 16px', color: 'text.secondary' }
            : { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }
        }
      >
        {matches.length > 0
          ? `${found.length} ${found.length === 1 ? 'result' : 'results'}`
          : isSearching
            ? 'Searching…'
            : `No results for “${query.trim()}”. Try a word from a task, or a page name such as “calendar”.`}
      </Box>
    </Dialog>
  );
}
