import { WifiOff } from 'lucide-react';
import { useIsOnline, useUnsavedCount } from '#lib/online.ts';
import { Strip } from '#ui/strip.tsx';
import './offline-notice.css';

/** Says that there is no network, and what is not saved. */
export function OfflineNotice() {
  const isOnline = useIsOnline();
  const count = useUnsavedCount();
  return (
    // Always rendered, so that screen readers announce its content when it changes.
    <output className="offline-notice">
      {!isOnline && (
        <Strip icon={<WifiOff size={14} aria-hidden />} className="offline-notice-strip">
          You are offline. {count === 0 ? 'You see what was loaded before.' : unsavedInWords(count)}
        </Strip>
      )}
    </output>
  );
}

const unsavedInWords = (count: number): string =>
  count === 1
    ? '1 change is not saved yet: keep this page open.'
    : `${count} changes are not saved yet: keep this page open.`;
