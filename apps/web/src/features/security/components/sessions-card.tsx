import type { Session } from '@dayloom/contracts';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { revokeOtherSessions, revokeSession, useSessions } from '../api.ts';
import { useChange } from '../hooks/use-confirmation.ts';
import { formatMoment } from '../model/security-words.ts';
import { SecurityRow } from './security-row.tsx';

export function SessionsCard() {
  const { data: sessions, isError, refetch } = useSessions();
  const { change, isBusy } = useChange();
  const [isAsking, setIsAsking] = useState(false);
  const others = sessions?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Card aria-labelledby="sessions">
      <CardHeader
        id="sessions"
        title="Sessions"
        subtitle="Where your account is signed in."
        action={
          others.length > 0 && (
            <Button onClick={() => setIsAsking(true)} disabled={isBusy}>
              Sign out everywhere else
            </Button>
          )
        }
      />
      {!sessions && !isError && <RowsSkeleton label="Loading sessions" />}
      {isError && !sessions && (
        <CardBody role="alert">
          The sessions could not be loaded. <Button onClick={() => void refetch()}>Try again</Button>
        </CardBody>
      )}
      {sessions?.map((session) => (
        <SessionRow
          key={session._id}
          session={session}
          isBusy={isBusy}
          onEnd={() => void change(() => revokeSession(session._id), 'Session ended')}
        />
      ))}
      <ConfirmDialog
        isOpen={isAsking}
        title="Sign out everywhere else"
        confirmLabel="Sign out"
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          void change(revokeOtherSessions, 'You are signed in here only');
        }}
      >
        {others.length === 1 ? 'One other session ends' : `${others.length} other sessions end`} at once.
      </ConfirmDialog>
    </Card>
  );
}

interface SessionRowProps {
  session: Session;
  isBusy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { device, address, isCurrent, createdAt, lastSeenAt } = session;
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Monitor;
  return (
    <SecurityRow
      icon={<Icon size={18} strokeWidth={1.75} />}
      name={device}
      detail={
        <>
          {address && `${address}, `}
          {isCurrent ? `since ${formatMoment(createdAt)}` : `last seen ${formatMoment(lastSeenAt)}`}
        </>
      }
    >
      {isCurrent ? (
        <Chip tone="ok">This one</Chip>
      ) : (
        <Button
          size="small"
          variant="text"
          color="error"
          disabled={isBusy}
          aria-label={`Sign out ${device}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </SecurityRow>
  );
}
