import { clsx } from 'clsx';
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { focusMain } from './focus-main.ts';
import { addOverlay, isTopOverlay } from './open-overlays.ts';
import './overlay.css';

/** How long it stays to fade out. */
const CLOSING_MS = 120;
const TABBABLE = 'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])';

export interface OverlayProps {
  isOpen: boolean;
  /** By Escape, or by a click outside. */
  onClose: () => void;
  /** The class of what covers the page; its children are the backdrop and the paper. */
  className: string;
  /** The name of the landmark. A dialog is not a landmark. */
  landmark?: string | undefined;
  /** Attributes of the paper, which is what people see of it. */
  paper: Omit<ComponentProps<'div'>, 'ref' | 'children'>;
  paperRef?: RefObject<HTMLDivElement | null> | undefined;
  hasBackdrop?: boolean;
  /** Whether people can go on using the page behind it: scroll it, and put the keyboard into it. */
  isPageUsable?: boolean;
  children: ReactNode;
}

/**
 * Something that lies over the page. The keyboard stays in it and returns to where it was, and screen readers see
 * nothing else.
 */
export function Overlay(props: OverlayProps) {
  const { isOpen } = props;
  const [isShown, setIsShown] = useState(isOpen);
  if (isOpen && !isShown) setIsShown(true);
  useEffect(() => {
    if (isOpen || !isShown) return;
    const timer = setTimeout(() => setIsShown(false), CLOSING_MS);
    return () => clearTimeout(timer);
  }, [isOpen, isShown]);
  return isShown && createPortal(<ShownOverlay {...props} />, document.body);
}

function ShownOverlay(props: OverlayProps) {
  const {
    isOpen,
    onClose,
    className,
    landmark,
    paper,
    paperRef,
    hasBackdrop = true,
    isPageUsable = false,
    children,
  } = props;
  const root = useRef<HTMLDivElement>(null);
  const ownRef = useRef<HTMLDivElement>(null);
  const content = paperRef ?? ownRef;
  useFocus(root, content, { isOpen, isPageUsable });

  const pressed = useRef<EventTarget>(null);
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing || !isOpen) return;
    event.stopPropagation();
    onClose();
  };
  // Selecting text and releasing the mouse outside must not close it.
  const closeOnClick = ({ target, currentTarget }: MouseEvent) => {
    if (isOpen && target === currentTarget && pressed.current === currentTarget) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it has a role, and only closes what is open
    <div
      ref={root}
      role={landmark === undefined ? 'presentation' : 'region'}
      aria-label={landmark}
      className={clsx('overlay', className)}
      data-closing={isOpen ? undefined : ''}
      onKeyDown={closeOnEscape}
      onMouseDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={closeOnClick}
    >
      {hasBackdrop && <div className="overlay-backdrop" aria-hidden="true" />}
      <Edge content={content} comesFromInside="last" />
      <div
        tabIndex={-1}
        {...paper}
        ref={content}
        className={clsx('overlay-paper', paper.className)}
        inert={!isOpen}
      >
        {children}
      </div>
      <Edge content={content} comesFromInside="first" />
    </div>
  );
}

type Content = Readonly<{ current: HTMLDivElement | null }>;

/** Before and after the content: the Tab key goes on at its other end. */
function Edge({ content, comesFromInside }: { content: Content; comesFromInside: 'first' | 'last' }) {
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it only passes the focus on
      tabIndex={0}
      onFocus={({ relatedTarget }) => {
        const isFromInside = content.current?.contains(relatedTarget) ?? false;
        focusEnd(content, isFromInside === (comesFromInside === 'last') ? 'last' : 'first');
      }}
    />
  );
}

function focusEnd({ current }: Content, end: 'first' | 'last'): void {
  const all = [...(current?.querySelectorAll<HTMLElement>(TABBABLE) ?? [])];
  if (end === 'last') all.reverse();
  for (const element of all) {
    // What is disabled or not shown does not take the focus.
    if (element.tabIndex >= 0) element.focus();
    if (document.activeElement === element) return;
  }
  current?.focus();
}

function useFocus(root: Content, content: Content, state: { isOpen: boolean; isPageUsable: boolean }): void {
  const { isOpen, isPageUsable } = state;
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    const element = root.current;
    if (!isOpen || !element) return;
    // A field that takes the focus at once has it already; a menu that closes has given it back meanwhile.
    const isInside = element.contains(document.activeElement);
    const opener = isInside ? before : document.activeElement;
    const remove = addOverlay(element, { letsScroll: isPageUsable });
    if (!isInside) content.current?.focus();

    const keepInside = () => {
      if (isPageUsable || !isTopOverlay(element) || element.contains(document.activeElement)) return;
      content.current?.focus();
    };
    document.addEventListener('focusin', keepInside);
    // There is no event when the element with the focus goes away.
    const timer = setInterval(() => document.activeElement === document.body && keepInside(), 50);
    return () => {
      remove();
      document.removeEventListener('focusin', keepInside);
      clearInterval(timer);
      if (!(opener instanceof HTMLElement) || opener === document.body) return;
      opener.focus();
      // What was opened may have removed it, and may itself say what follows.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusMain();
      });
    };
  }, [root, content, before, isOpen, isPageUsable]);
}
