import { lazy, Suspense } from 'react';
import { useFocusTimer } from '../hooks/use-focus-timer.ts';

const FocusStrip = lazy(async () => ({ default: (await import('./focus-strip.tsx')).FocusStrip }));

/** The focus timer while a session runs: a strip of its own, so that it covers nothing of the page. */
export default function MiniPlayer() {
  const focus = useFocusTimer();
  return <Suspense>{focus && <FocusStrip {...focus} />}</Suspense>;
}
