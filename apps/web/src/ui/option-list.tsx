import { clsx } from 'clsx';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { ListOption } from './list-moves.ts';
import './option-list.css';

interface OptionListProps<Value extends string | number> {
  id: string;
  label: string;
  /** The field that the list belongs to. It keeps the focus and names the active option. */
  anchor: RefObject<HTMLElement | null>;
  options: readonly ListOption<Value>[];
  /** The index of the option that the keyboard is at; -1 for none. */
  active: number;
  chosen: Value | null;
  /** The index of the option that is in sight at first; the chosen one by default. */
  startsAt?: number;
  onChoose: (value: Value) => void;
  onClose: () => void;
  /** Shown instead of options if there are none. */
  empty?: ReactNode;
}

/** The id of an option, for `aria-activedescendant`. */
export const getOptionId = (listId: string, index: number): string => `${listId}-${index}`;

/** The list below a select, a time or a search. It lies over everything, but is next to its field in the document. */
export function OptionList<Value extends string | number>(props: OptionListProps<Value>) {
  const { id, label, anchor, options, active, chosen, startsAt, onChoose, onClose, empty } = props;
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const { current } = list;
    // The top layer of the browser: neither clipped nor covered by the sheet that the field is in. Browsers before
    // 2024 have none.
    if (current && 'showPopover' in current) {
      current.popover = 'manual';
      current.showPopover();
    }
    const move = () => current && anchor.current && placeList(current, anchor.current);
    move();
    window.addEventListener('resize', move);
    window.addEventListener('scroll', move, true);
    return () => {
      window.removeEventListener('resize', move);
      window.removeEventListener('scroll', move, true);
    };
  }, [anchor]);

  const shown = active >= 0 ? active : (startsAt ?? options.findIndex(({ value }) => value === chosen));
  useLayoutEffect(() => {
    const option = list.current?.children[shown];
    if (list.current && option instanceof HTMLElement) scrollTo(list.current, option);
  }, [shown]);

  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => {
      if (!(target instanceof Node)) return;
      if (!list.current?.contains(target) && !anchor.current?.contains(target)) onClose();
    };
    window.addEventListener('pointerdown', closeOutside);
    return () => window.removeEventListener('pointerdown', closeOutside);
  }, [anchor, onClose]);

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field keeps the focus and hears the keys
    <div
      ref={list}
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the native one cannot be styled
      role="listbox"
      aria-label={label}
      className="option-list"
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map(({ value, label: name, detail, isDisabled }, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field hears the keys
        <div
          key={String(value)}
          id={getOptionId(id, index)}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the native one cannot be styled
          role="option"
          aria-selected={value === chosen}
          aria-disabled={isDisabled ? true : undefined}
          className={clsx('option-list-option', index === active && 'option-list-active')}
          onClick={() => !isDisabled && onChoose(value)}
        >
          {name}
          {detail && <span className="option-list-detail"> ({detail})</span>}
        </div>
      ))}
      {options.length === 0 && <div className="option-list-empty">{empty}</div>}
    </div>
  );
}

/** The least distance from the edges of the window, and from the field. */
const MARGIN = 8;
const GAP = 4;
/** With less room than this below the field, the list opens above it if there is more. */
const COMFORTABLE = 240;
const HIGHEST = 360;

function placeList(list: HTMLElement, anchor: HTMLElement): void {
  const { left, top, bottom, width } = anchor.getBoundingClientRect();
  const { innerHeight, innerWidth } = window;
  const below = innerHeight - bottom - GAP - MARGIN;
  const above = top - GAP - MARGIN;
  const isAbove = below < Math.min(COMFORTABLE, list.scrollHeight) && above > below;
  list.style.minWidth = `${Math.round(width)}px`;
  list.style.maxHeight = `${Math.round(Math.min(HIGHEST, isAbove ? above : below))}px`;
  const { offsetWidth, offsetHeight } = list;
  list.style.left = `${Math.round(Math.max(MARGIN, Math.min(left, innerWidth - offsetWidth - MARGIN)))}px`;
  list.style.top = `${Math.round(isAbove ? top - GAP - offsetHeight : bottom + GAP)}px`;
}

/** Scrolls the list only; `scrollIntoView` would move the page as well. */
function scrollTo(list: HTMLElement, { offsetTop, offsetHeight }: HTMLElement): void {
  if (offsetTop < list.scrollTop) list.scrollTop = offsetTop;
  else if (offsetTop + offsetHeight > list.scrollTop + list.clientHeight)
    list.scrollTop = offsetTop + offsetHeight - list.clientHeight;
}
