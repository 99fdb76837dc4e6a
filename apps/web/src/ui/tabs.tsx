import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import './tabs.css';

interface TabsProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  'aria-label': string;
  className?: string;
  /** Arrows show that there are more tabs than fit. */
  hasArrows?: boolean;
  children: ReactNode;
}

const Chosen = createContext<{ value: string; choose: (value: string) => void } | null>(null);

/** A row of tabs, which scrolls if they do not fit. Arrow keys move the focus; Enter or Space chooses. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { value, onChange, 'aria-label': label, className, hasArrows = false, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const hidden = useHiddenSides(list, hasArrows);
  useChosenInSight(list);
  const scroll = (direction: 1 | -1) => () =>
    list.current?.scrollBy({ left: direction * list.current.clientWidth * 0.8, behavior: 'smooth' });
  const showsArrows = hidden.left || hidden.right;
  return (
    <div className={clsx('tabs', className)}>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus */}
      <div role="tablist" aria-label={label} className="tabs-list" ref={list} onKeyDown={moveFocus}>
        <Chosen value={{ value, choose: (next) => onChange(next as Value) }}>{children}</Chosen>
      </div>
      {showsArrows && (
        <Arrow isUseful={hidden.left} onClick={scroll(-1)}>
          <ChevronLeft size={20} />
        </Arrow>
      )}
      {showsArrows && (
        <Arrow isUseful={hidden.right} onClick={scroll(1)}>
          <ChevronRight size={20} />
        </Arrow>
      )}
    </div>
  );
}

interface TabProps extends ComponentProps<'button'> {
  value: string;
  label: ReactNode;
}

export function Tab({ value, label, className, ...rest }: TabProps) {
  const tabs = useContext(Chosen);
  const isChosen = tabs?.value === value;
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isChosen}
      tabIndex={isChosen ? 0 : -1}
      {...rest}
      className={clsx('tabs-tab', className)}
      onClick={() => !isChosen && tabs?.choose(value)}
    >
      {label}
    </button>
  );
}

/** For the pointer only: the keyboard scrolls by moving the focus. */
function Arrow({
  isUseful,
  onClick,
  children,
}: {
  isUseful: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className="tabs-arrow"
      tabIndex={-1}
      aria-hidden="true"
      disabled={!isUseful}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const current = tabs.findIndex((tab) => tab === document.activeElement);
  const targets: Record<string, HTMLElement | undefined> = {
    ArrowLeft: tabs.at(current - 1),
    ArrowRight: tabs[(current + 1) % tabs.length],
    Home: tabs[0],
    End: tabs.at(-1),
  };
  const target = targets[event.key];
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/**
 * Also when counts or arrows that are shown later, another font or a turned phone move the chosen tab. Otherwise the list
 * stays where people scrolled it.
 */
function useChosenInSight(list: Readonly<{ current: HTMLElement | null }>): void {
  const shown = useRef('');
  useEffect(() => {
    const { current } = list;
    if (!current) return;
    const show = () => {
      const tab = current.querySelector<HTMLElement>('[aria-selected=true]');
      if (!tab) return;
      const place = `${tab.offsetLeft} ${tab.offsetWidth} ${current.clientWidth}`;
      if (place !== shown.current) showWhole(tab, current);
      shown.current = place;
    };
    show();
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  });
}

/** Not `scrollIntoView`, which would scroll the page as well. */
function showWhole(tab: HTMLElement, list: HTMLElement): void {
  const [box, own] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
  list.scrollLeft += Math.min(0, own.left - box.left) || Math.max(0, own.right - box.right);
}

/** On which sides tabs are scrolled out of sight. */
function useHiddenSides(list: Readonly<{ current: HTMLElement | null }>, isAsked: boolean) {
  const [left, setLeft] = useState(false);
  const [right, setRight] = useState(false);
  useEffect(() => {
    const { current } = list;
    if (!current || !isAsked) return;
    const measure = () => {
      const { scrollLeft, clientWidth, scrollWidth } = current;
      setLeft(scrollLeft > 1);
      setRight(scrollLeft + clientWidth < scrollWidth - 1);
    };
    measure();
    current.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      current.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [list, isAsked]);
  return { left, right };
}
