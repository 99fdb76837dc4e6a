import { useQueryClient } from '@tanstack/react-query';
import { CloudUpload, RotateCw, Split, WifiOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTimerWaits } from '#features/focus/hooks/use-timer-waits.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { useOfflineSince } from '#lib/connection.ts';
import { formatDayAndTime, formatTime } from '#lib/format-time.ts';
import { useWaitingChanges } from '#lib/waiting-changes.ts';
import { Button } from '#ui/button.tsx';
import { Strip } from '#ui/strip.tsx';
import { notify } from '#ui/toast.tsx';
import { useNewVersion } from '../offline/service-worker.ts';
import { usePageHandle } from '../page-handle.ts';
import './offline-notice.css';

const ChangeProblems = lazy(async () => ({
  default: (await import('#features/tasks/components/change-problems.tsx')).ChangeProblems,
}));

/** One of these, the most urgent: the connection, the changes that wait for it or for a decision, a new version of the app. */
export function OfflineNotice() {
  const since = useOfflineSince();
  const client = useQueryClient();
  const waiting = useWaitingChanges(client);
  const problems = waiting.filter(({ problem }) => problem !== null).length;
  const timers = Number(useTimerWaits(since !== null));
  const count = waiting.length - problems + timers;
  const handle = usePageHandle();
  const hint = waiting.some(({ isInPageOnly }) => isInPageOnly)
    ? 'Keep this page open: this browser cannot store what waits.'
    : (handle?.offline ?? (count === 0 ? 'You see what is saved in this browser.' : null));
  const more = hint ? ` ${hint}` : '';
  const [isOpen, setIsOpen] = useState(false);
  useSayWhenSaved(count, problems, since !== null);
  return (
    <>
      {/* Always rendered, so that screen readers announce its content when it changes. */}
      <output className="offline-notice">
        {since !== null && (
          <Strip icon={<WifiOff size={14} aria-hidden />} className="offline-notice-strip">
            {`Offline since ${formatMoment(since)}${count > 0 ? `, ${describeChanges(count, 'wait')}` : ''}.${more}`}
          </Strip>
        )}
        {since === null && count > 0 && (
          <Strip icon={<CloudUpload size={14} aria-hidden />} tone="neutral" className="offline-notice-strip">
            Saving what waited…
          </Strip>
        )}
      </output>
      {since === null && problems > 0 && (
        <Strip
          announcement="alert"
          icon={<Split size={14} aria-hidden />}
          className="offline-notice-strip"
          action={
            <Button size="small" onClick={() => setIsOpen(true)}>
              Decide
            </Button>
          }
        >
          {describeChanges(problems, 'need')} your decision.
        </Strip>
      )}
      {since === null && waiting.length + timers === 0 && <NewVersion />}
      {isOpen && (
        <Suspense>
          <ChangeProblems onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The update starts when the user says so: an open page keeps the files of its own version. */
function NewVersion() {
  const { productName } = useClientConfig();
  const install = useNewVersion();
  if (!install) return null;
  return (
    <Strip
      announcement="status"
      icon={<RotateCw size={14} aria-hidden />}
      tone="neutral"
      className="offline-notice-strip"
      action={
        <Button size="small" onClick={install}>
          Reload
        </Button>
      }
    >
      A new version of {productName} is ready.
    </Strip>
  );
}

/** A message at the end, when what waited is on the server. What needs a decision now is not. */
function useSayWhenSaved(count: number, problems: number, isOffline: boolean): void {
  const most = useRef(0);
  const problemsBefore = useRef(problems);
  useEffect(() => {
    most.current = Math.max(most.current, count);
    if (count > 0 || isOffline) return;
    const saved = most.current - Math.max(0, problems - problemsBefore.current);
    most.current = 0;
    problemsBefore.current = problems;
    if (saved > 0) notify.success(saved === 1 ? 'Your change is saved' : 'Your changes are saved');
  }, [count, problems, isOffline]);
}

/** '1 change waits', '2 changes wait'. */
const describeChanges = (count: number, verb: string) =>
  count === 1 ? `1 change ${verb}s` : `${count} changes ${verb}`;

function formatMoment(instant: number): string {
  const date = new Date(instant);
  return date.toDateString() === new Date().toDateString() ? formatTime(date) : formatDayAndTime(date);
}
