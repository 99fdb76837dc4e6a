import {
  cloneElement,
  type HTMLAttributes,
  type ReactElement,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import './tooltip.css';

const AFTER_MS = { mouse: 300, touch: 700 } as const;
const GAP = 14;
const MARGIN = 8;

interface TooltipProps {
  /** More about the child; without a text there is no tooltip. */
  title: string;
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A description that shows below the child while the pointer rests on it, or the keyboard is in it. */
export function Tooltip({ title, children }: TooltipProps) {
  const [stay, setStay] = useState<{ anchor: Element; afterMs: number } | null>(null);
  const [isShown, setIsShown] = useState(false);
  const id = useId();
  useEffect(() => {
    if (!stay) return;
    const timer = setTimeout(() => setIsShown(true), stay.afterMs);
    return () => {
      clearTimeout(timer);
      setIsShown(false);
    };
  }, [stay]);
  const show = (anchor: Element, afterMs: number) => setStay({ anchor, afterMs });
  const hide = () => setStay(null);
  if (!title) return children;
  return (
    <>
      {cloneElement(children, {
        'aria-describedby': isShown ? id : undefined,
        onPointerEnter: ({ currentTarget, pointerType }) =>
          show(currentTarget, pointerType === 'touch' ? AFTER_MS.touch : AFTER_MS.mouse),
        onPointerLeave: hide,
        onFocus: ({ currentTarget, target }) =>
          target.matches(':focus-visible') && show(currentTarget, AFTER_MS.mouse),
        onBlur: hide,
        onKeyDown: ({ key }) => key === 'Escape' && hide(),
      })}
      {stay && isShown && <Text id={id} anchor={stay.anchor} text={title} />}
    </>
  );
}

function Text({ id, anchor, text }: { id: string; anchor: Element; text: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const around = anchor.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = current;
    const middle = (around.left + around.right - width) / 2;
    const isRoomBelow = around.bottom + GAP + height + MARGIN <= window.innerHeight;
    current.style.left = `${Math.max(MARGIN, Math.min(middle, window.innerWidth - width - MARGIN))}px`;
    current.style.top = `${isRoomBelow ? around.bottom + GAP : around.top - GAP - height}px`;
  }, [anchor]);
  return createPortal(
    <div ref={box} id={id} role="tooltip" className="tooltip">
      {text}
    </div>,
    document.body,
  );
}
