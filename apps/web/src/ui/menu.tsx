import { clsx } from 'clsx';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Popover } from './popover.tsx';
import './menu.css';

interface MenuProps {
  id?: string;
  anchorEl: HTMLElement | null;
  open: boolean;
  /** By Escape, Tab, or a click outside. */
  onClose: () => void;
  children: ReactNode;
}

/** A list of actions below a button. The arrow keys and first letters move between them. */
export function Menu({ id, anchorEl, open, onClose, children }: MenuProps) {
  const list = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      event.preventDefault();
      onClose();
      return;
    }
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:enabled') ?? [])];
    const current = items.findIndex((item) => item === document.activeElement);
    const next = findNext(event, items, current, typed.current);
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <Popover
      {...(id !== undefined && { id })}
      role="menu"
      open={open}
      onClose={onClose}
      anchor={anchorEl}
      paperRef={list}
      className="menu"
      onKeyDown={onKeyDown}
    >
      {children}
      <FirstFocus list={list} />
    </Popover>
  );
}

/** The chosen item, or the first one, has the focus when the menu opens. */
function FirstFocus({ list }: { list: Readonly<{ current: HTMLElement | null }> }) {
  useEffect(() => {
    const { current } = list;
    const first = current?.querySelector<HTMLElement>('[data-selected]') ?? current?.querySelector('button');
    first?.focus();
  }, [list]);
  return null;
}

/** How long letters that follow one another count as one word. */
const WORD_MS = 500;

function findNext(
  { key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent,
  items: readonly HTMLElement[],
  current: number,
  typed: { text: string; at: number },
): HTMLElement | undefined {
  if (ctrlKey || metaKey || altKey) return;
  if (key === 'ArrowDown') return items[(current + 1) % items.length];
  if (key === 'ArrowUp') return items.at(Math.max(current, 0) - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key.length !== 1 || key === ' ') return;
  typed.text = (timeStamp - typed.at < WORD_MS ? typed.text : '') + key.toLowerCase();
  typed.at = timeStamp;
  // Pressing one letter repeatedly goes through all entries that begin with it.
  const from = typed.text.length === 1 ? current + 1 : Math.max(current, 0);
  const inOrder = [...items.slice(from), ...items.slice(0, from)];
  return inOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(typed.text));
}

interface MenuItemProps extends ComponentProps<'button'> {
  /** Whether it is the current one of several. */
  selected?: boolean;
}

export function MenuItem({ selected = false, className, ...rest }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      data-selected={selected ? '' : undefined}
      {...rest}
      className={clsx('menu-item', className)}
    />
  );
}
