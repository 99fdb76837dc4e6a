import { Button } from '#ui/button.tsx';
import { CardRow } from '#ui/card.tsx';
import type { usePush } from '../hooks/use-push.ts';
import './push-browser-row.css';

/** While push notifications are on: whether this browser shows them. */
export function PushBrowserRow({ push }: { push: ReturnType<typeof usePush> }) {
  if (push.state === null) return null;
  const words = {
    on: 'This browser shows your notifications.',
    off: 'This browser does not show your notifications yet.',
    denied: 'Your browser blocks notifications from this site. Allow them in its settings first.',
    unsupported: 'This browser cannot show push notifications.',
  }[push.state];
  return (
    <CardRow className="push-browser-row text-small">
      <span>{words}</span>
      {push.state === 'off' && (
        <Button size="small" onClick={() => void push.set(true)}>
          Use this browser
        </Button>
      )}
    </CardRow>
  );
}
