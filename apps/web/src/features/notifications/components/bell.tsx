import { Bell as BellIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNotifications } from '../hooks/use-notifications.ts';
import './bell.css';

const loadList = () => import('./notification-list.tsx');
const NotificationList = lazy(async () => ({ default: (await loadList()).NotificationList }));

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
        ref={setButton}
        type="button"
        className="bell"
        aria-label={unread > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadList()}
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
        <Suspense>
          <NotificationList anchor={button} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
