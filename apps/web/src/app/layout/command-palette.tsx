import Box from '@mui/material/Box';
import Dialog from '@mui/material/Dialog';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Command } from '../../ui/commands.ts';
import { Hidden } from '../../ui/hidden.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { findCommands } from './find-commands.ts';

interface CommandPaletteProps {
  commands: readonly Command[];
  onClose: () => void;
}

const focusAtOnce = (element: HTMLInputElement | null) => element?.focus();
const keepInSight = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });

export function CommandPalette({ commands, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const titleId = useId();
  const found = findCommands(commands, query);
  const index = Math.min(chosen, found.length - 1);
  const optionId = (position: number) => `${listId}-${position}`;

  // The parts of an editable combobox with a list (ARIA Authoring Practices, "Combobox").
  const combobox = {
    role: 'combobox',
    'aria-label': 'Search',
    'aria-expanded': true,
    'aria-controls': listId,
    'aria-activedescendant': found.length > 0 ? optionId(index) : undefined,
    'aria-autocomplete': 'list',
  } as const;
  const listbox = { role: 'listbox', id: listId, 'aria-label': 'Results' };
  const optionProps = (position: number) => ({
    role: 'option',
    id: optionId(position),
    'aria-selected': position === index,
  });

  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) setChosen((index + step + found.length) % found.length);
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
          placeholder="Search pages and actions"
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
      <Box {...listbox} sx={{ overflowY: 'auto', py: 1 }}>
        {found.map((command, position) => (
          <Box key={command.id} role="presentation">
            {command.group !== found[position - 1]?.group && (
              <Box aria-hidden sx={{ typography: 'caption', color: 'text.tertiary', p: '10px 16px 4px' }}>
                {command.group}
              </Box>
            )}
            <Box
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
              <Box sx={{ flex: 1, minWidth: 0 }}>{command.label}</Box>
              {command.keys && <Kbd keys={command.keys} />}
            </Box>
          </Box>
        ))}
        {found.length === 0 && (
          <Box component="output" sx={{ display: 'block', p: '12px 16px', color: 'text.secondary' }}>
            Nothing is called “{query.trim()}”. Try a page name such as “calendar”.
          </Box>
        )}
      </Box>
    </Dialog>
  );
}
