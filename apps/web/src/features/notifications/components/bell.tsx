import { Bell as BellIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { createLazyPart, onIntention } from '#lib/lazy-part.ts';
import { Popover } from '#ui/popover.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useNotifications } from '../hooks/use-notifications.ts';
import './bell.css';

const NotificationList = createLazyPart(
  async () => (await import('./notification-list.tsx')).NotificationList,
);
const onBellIntention = onIntention(NotificationList);

const MAX_SHOWN = 99;

/** The button of the notifications, with the number of unread ones. */
export default function Bell() {
  const { unread } = useNotifications();
  const [isOpen, setIsOpen] = useState(false);
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const count = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread);
  return (
    <>
      <button
        {...onBellIntention}
        ref={setButton}
        type="button"
        className="bell"
        aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((open) => !open)}
      >
        <BellIcon size={18} strokeWidth={1.75} aria-hidden />
        {unread > 0 && (
          <span className="bell-count n" aria-hidden="true">
            {count}
          </span>
        )}
      </button>
      {isOpen && (
        <Popover
          open
          onClose={() => setIsOpen(false)}
          anchor={button}
          align="right"
          aria-label="Notifications"
          className="bell-list"
        >
          <Suspense
            fallback={
              <div className="bell-loading">
                <RowsSkeleton rows={3} label="Loading notifications" />
              </div>
            }
          >
            <NotificationList onClose={() => setIsOpen(false)} />
          </Suspense>
        </Popover>
      )}
    </>
  );
}
