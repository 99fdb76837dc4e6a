import { MessageCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { requestPath } from '#lib/page-request.ts';
import { useNavigate } from '#lib/use-router.tsx';
import './chat-button.css';

/** Movement of a finger that is not scrolling yet. */
const MIN_PX = 8;

/**
 * Opens the chat. Where it floats over the page, it makes room while somebody scrolls on, and comes back with the
 * first move up and at the end, where pages leave it a place.
 */
export function ChatButton() {
  const navigate = useNavigate();
  const isAway = useIsScrollingDown();
  return (
    <button
      type="button"
      className="chat-button"
      data-away={isAway || undefined}
      aria-label="Open chat"
      onClick={() => {
        // On the chat page it leads to the text box.
        const box = document.querySelector<HTMLElement>('main [data-message-box]');
        if (box) box.focus();
        else void navigate('/chat', requestPath('ask'));
      }}
    >
      <MessageCircle size={22} strokeWidth={1.75} />
    </button>
  );
}

/** Whether the last scrolling of the page, or of a part of it, went down and did not reach the end. */
function useIsScrollingDown(): boolean {
  const [isDown, setIsDown] = useState(false);
  useEffect(() => {
    const tops = new WeakMap<EventTarget, number>();
    const onScroll = ({ target }: Event) => {
      const scroller = target === document ? document.documentElement : target;
      if (!(scroller instanceof HTMLElement)) return;
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      // A page that opens at an hour has scrolled by itself.
      const before = tops.get(scroller) ?? scrollTop;
      const moved = scrollTop - before;
      if (tops.has(scroller) && Math.abs(moved) < MIN_PX) return;
      tops.set(scroller, scrollTop);
      if (moved !== 0) setIsDown(moved > 0 && scrollTop + clientHeight < scrollHeight - MIN_PX);
    };
    tops.set(document.documentElement, document.documentElement.scrollTop);
    // Scroll events of parts of the page do not bubble.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', onScroll, { capture: true });
  }, []);
  return isDown;
}
