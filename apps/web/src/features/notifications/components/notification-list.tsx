import type { Notification } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { getMessage } from '#lib/api.ts';
import { useNow } from '#lib/now.ts';
import { useNavigate } from '#lib/use-router.tsx';
import { Button } from '#ui/button.tsx';
import { Hidden } from '#ui/hidden.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { undoCommand } from '#ui/undo.ts';
import { useMarkRead, useNotifications } from '../hooks/use-notifications.ts';
import { describeMoment, kindNames } from '../model/notification-words.ts';
import './notification-list.css';

interface NotificationListProps {
  onClose: () => void;
}

/** What the bell shows. Each entry leads to what it is about. */
export function NotificationList({ onClose }: NotificationListProps) {
  const { notifications, unread, isPending, error, refetch } = useNotifications();
  const now = useNow();
  const markRead = useMarkRead();
  const navigate = useNavigate();
  const read = ({ _id, readAt }: Notification) => {
    if (readAt === null) markRead([_id]);
  };
  const open = (one: Notification) => {
    read(one);
    onClose();
    void navigate(one.path);
  };
  return (
    <>
      <div className="notification-list-head">
        <h2 className="notification-list-title text-h3">Notifications</h2>
        {unread > 0 && (
          <Button size="small" variant="text" onClick={() => markRead()}>
            Mark all as read
          </Button>
        )}
      </div>
      {isPending ? (
        <RowsSkeleton rows={3} label="Loading notifications" />
      ) : error ? (
        <div role="alert" className="notification-list-none text-small">
          {getMessage(error, 'The notifications could not be loaded.')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : notifications.length === 0 ? (
        <div className="notification-list-none text-small">
          Reminders and news about your plan appear here.
        </div>
      ) : (
        <ul className="notification-list-items">
          {notifications.map((one) => (
            <Entry
              key={one._id}
              notification={one}
              now={now}
              onOpen={() => open(one)}
              onUndo={() => read(one)}
              onUndone={refetch}
            />
          ))}
        </ul>
      )}
      <div className="notification-list-foot">
        <Button size="small" variant="text" to="/settings?tab=preferences" onClick={onClose}>
          Reminder settings
        </Button>
      </div>
    </>
  );
}

interface EntryProps {
  notification: Notification;
  now: Date;
  onOpen: () => void;
  onUndo: () => void;
  /** It can't be undone twice, which the server knows. */
  onUndone: () => unknown;
}

function Entry({ notification, now, onOpen, onUndo, onUndone }: EntryProps) {
  const { kind, title, text, readAt, commandId } = notification;
  const client = useQueryClient();
  const name = useRef<HTMLButtonElement>(null);
  const undo = async (id: string) => {
    // The button that has it leaves.
    name.current?.focus();
    onUndo();
    await undoCommand(client, id);
    onUndone();
  };
  const moment = describeMoment(notification, now);
  return (
    <li className="notification-list-item" data-unread={readAt === null ? '' : undefined}>
      <button ref={name} type="button" className="notification-list-open" onClick={onOpen}>
        <span className="notification-list-words">
          <span className="notification-list-name">{title}</span>
          <span className="notification-list-text text-caption">
            {[kindNames[kind], moment, text].filter((part) => part !== '').join(' · ')}
          </span>
        </span>
        {readAt === null && (
          <span className="notification-list-dot">
            <Hidden>Unread</Hidden>
          </span>
        )}
      </button>
      {commandId !== null && (
        <Button size="small" onClick={() => void undo(commandId)}>
          Undo
        </Button>
      )}
    </li>
  );
}
