import { SECOND_MS } from '@dayloom/time';
import Box from '@mui/material/Box';
import { useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { floatingShadow } from '#ui/tokens.ts';
import { undoCommand } from '#ui/undo.ts';
import { useWithholdNotice } from '../hooks/use-event-actions.ts';
import { type GuestNotice, useGuestNotices } from '../hooks/use-guest-notices.ts';

/** Changes that guests will be notified of, for the 30 seconds in which that can be stopped, on every page. */
export function GuestNotices() {
  const notices = useGuestNotices();
  return (
    <Box
      component="section"
      aria-label="Guests to be notified"
      data-messages
      sx={{
        position: 'fixed',
        zIndex: 1400,
        bottom: { xs: 12, md: 24 },
        left: { xs: 12, md: 24 },
        right: { xs: 88, md: 'auto' },
        maxWidth: { md: 480 },
        display: 'grid',
        gap: 1,
      }}
    >
      {notices.map((notice) => (
        <NoticeBar key={notice.commandId} notice={notice} />
      ))}
    </Box>
  );
}

function NoticeBar({ notice }: { notice: GuestNotice }) {
  const client = useQueryClient();
  const withhold = useWithholdNotice();
  const seconds = useSecondsUntil(notice.dueAt);
  const { title, guests, canWithhold, commandId } = notice;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        p: '6px 8px 6px 14px',
        bgcolor: 'background.overlay',
        border: 1,
        borderColor: 'lineStrong',
        borderRadius: '10px',
        boxShadow: floatingShadow,
        typography: 'body2',
      }}
    >
      <Mail size={16} style={{ flex: 'none' }} />
      <Box component="span" sx={{ flex: '1 1 180px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {title}: {guests === 1 ? '1 guest is' : `${guests} guests are`} notified{' '}
        {/* A countdown would be read out every second. */}
        <span aria-hidden>in {seconds} s</span>
      </Box>
      {canWithhold && (
        <button type="button" className="button quiet" onClick={() => void withhold(notice)}>
          Don’t notify
        </button>
      )}
      <button type="button" className="button quiet" onClick={() => void undoCommand(client, commandId)}>
        Undo
      </button>
    </Box>
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
