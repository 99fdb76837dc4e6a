import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import type { Command } from '#ui/commands.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { listCommands, sortFinds } from './list-commands.ts';
import { usePaletteFinds } from './use-palette-finds.ts';
import { useTaskAddition } from './use-task-addition.ts';
import './command-palette.css';

export interface CommandPaletteProps {
  /** What the field begins with. */
  initialText: string;
  commands: readonly Command[];
  onClose: () => void;
  /** Opens quick add with a line whose reading is in doubt. */
  onQuickAdd: (line: string) => void;
  /** Asks the assistant. */
  onAsk: (text: string) => void;
}

const question = (text: string, productName: string, onAsk: (text: string) => void): Command => ({
  id: 'ask',
  label: `Ask ${productName}: “${text}”`,
  group: `${productName} Chat`,
  keys: 'tab',
  run: () => onAsk(text),
});
/** Focuses the field behind its text. */
const focusOnMount = (element: HTMLInputElement | null) => {
  element?.focus();
  element?.setSelectionRange(element.value.length, element.value.length);
};
const keepInSight = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' });

export function CommandPalette(props: CommandPaletteProps) {
  const { initialText, commands, onClose, onQuickAdd, onAsk } = props;
  const { productName } = useClientConfig();
  const [query, setQuery] = useState(initialText);
  /** Null until somebody chooses. */
  const [chosen, setChosen] = useState<number | null>(null);
  const listId = useId();
  const titleId = useId();
  const { finds, isSearching } = usePaletteFinds(query);
  const addition = useTaskAddition(query, onQuickAdd);
  const matches = [...listCommands(sortFinds(finds, query), ''), ...listCommands(commands, query)];
  // These come last, and only after the search: an early Enter must not turn a search into a task.
  const others = addition && !isSearching ? [addition, question(query.trim(), productName, onAsk)] : [];
  const groups = [...matches, ...others.map((command) => ({ name: command.group, commands: [command] }))];
  const found = groups.flatMap((group) => group.commands);
  // What matches nothing is most likely said to the assistant.
  const index = Math.min(chosen ?? (matches.length > 0 ? 0 : found.length - 1), found.length - 1);
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
    else if (event.key === 'Tab' && !event.shiftKey && others.length > 0) run(found.at(-1));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(found[index]);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} className="command-palette">
      <Hidden id={titleId}>Search</Hidden>
      <div className="command-palette-line">
        <span className="command-palette-icon">
          <Search size={18} strokeWidth={1.75} />
        </span>
        <input
          ref={focusOnMount}
          {...combobox}
          placeholder="Search tasks, events and actions, or ask"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(null);
          }}
          onKeyDown={onKeyDown}
          className="command-palette-input"
        />
        <Kbd keys="escape" />
      </div>
      <div {...listbox} className="command-palette-list">
        {groups.map((group) => (
          <div key={group.name} {...groupProps(group.name)}>
            <div id={headingId(group.name)} className="command-palette-group text-caption">
              {group.name}
            </div>
            {group.commands.map((command) => {
              const position = found.indexOf(command);
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- an option; the input has the focus and the keys
                <div
                  key={command.id}
                  {...optionProps(position)}
                  ref={position === index ? keepInSight : undefined}
                  onClick={() => run(command)}
                  onMouseMove={() => setChosen(position)}
                  className="command-palette-option"
                >
                  <div className="command-palette-label">{command.label}</div>
                  {command.detail && (
                    <div className="command-palette-detail text-caption n">{command.detail}</div>
                  )}
                  {command.keys && <Kbd keys={command.keys} />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <output className="command-palette-status" data-hidden={matches.length > 0 ? '' : undefined}>
        {matches.length > 0
          ? `${found.length} ${found.length === 1 ? 'result' : 'results'}`
          : isSearching
            ? 'Searching…'
            : `No results for “${query.trim()}”. Try a word from a task, or a page name such as “calendar”.`}
      </output>
    </Dialog>
  );
}
