import { SECOND_MS } from '@dayloom/time';
import { useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { undoCommand } from '#ui/undo.ts';
import { useWithholdNotice } from '../hooks/use-event-actions.ts';
import { type GuestNotice, useGuestNotices } from '../hooks/use-guest-notices.ts';
import './guest-notices.css';

/** Changes that guests will be notified of, for the 30 seconds in which that can be stopped, on every page. */
export function GuestNotices() {
  const notices = useGuestNotices();
  return (
    <section aria-label="Guests to be notified" data-messages className="guest-notices">
      {notices.map((notice) => (
        <NoticeBar key={notice.commandId} notice={notice} />
      ))}
    </section>
  );
}

function NoticeBar({ notice }: { notice: GuestNotice }) {
  const client = useQueryClient();
  const withhold = useWithholdNotice();
  const seconds = useSecondsUntil(notice.dueAt);
  const { title, guests, canWithhold, commandId } = notice;
  return (
    <div className="guest-notices-notice text-small">
      <Mail size={16} />
      <span className="guest-notices-text">
        {title}: {guests === 1 ? '1 guest is' : `${guests} guests are`} notified{' '}
        {/* A countdown would be read out every second. */}
        <span aria-hidden>in {seconds} s</span>
      </span>
      {canWithhold && (
        <button type="button" className="button button-text" onClick={() => void withhold(notice)}>
          Don’t notify
        </button>
      )}
      <button
        type="button"
        className="button button-text"
        onClick={() => void undoCommand(client, commandId)}
      >
        Undo
      </button>
    </div>
  );
}

function useSecondsUntil(instant: number): number {
  const left = () => Math.max(0, Math.ceil((instant - Date.now()) / SECOND_MS));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), SECOND_MS);
    return () => clearInterval(timer);
  });
  return seconds;
}
