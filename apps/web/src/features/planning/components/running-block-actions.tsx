import { MINUTE_MS } from '@dayloom/time';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatTime } from '#lib/format-time.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { notify } from '#ui/toast.tsx';
import { usePlan } from '../api.ts';
import { useBlockActions } from '../hooks/use-planning.ts';
import './running-block-actions.css';

// Only for those who ask.
const WhyCard = lazy(async () => ({ default: (await import('./why-card.tsx')).WhyCard }));

const MORE_MINUTES = 15;

interface RunningBlockActionsProps {
  readonly blockId: string;
  /** What begins after it today. */
  readonly next: { readonly id: string; readonly title: string; readonly startsAt: Date } | undefined;
  /** Ends what else counts the work on it. Resolves to what lets that go on; null if nothing did. */
  readonly endWork: () => Promise<(() => void) | null>;
}

/** *Done*, *+15 min* and *Why here?* for the block that is under way. */
export function RunningBlockActions({ blockId, next, endWork }: RunningBlockActionsProps) {
  const client = useQueryClient();
  const { data } = usePlan();
  const { setDone, lengthen } = useBlockActions();
  const [isAsking, setIsAsking] = useState(false);
  const block = data?.plan.blocks.find(({ _id }) => _id === blockId);
  if (!block) return null;
  const longer = new Date(Date.parse(block.endsAt) + MORE_MINUTES * MINUTE_MS).toISOString();
  const plan = async () => (await import('../hooks/plan-day.ts')).proposeHere(client);
  const addTime = async () => {
    if (!(await lengthen(block, longer)) || !next || next.startsAt.getTime() >= Date.parse(longer)) return;
    const isPlanned = data?.plan.blocks.some(({ _id, isPinned }) => _id === next.id && !isPinned);
    notify.info(
      `It now runs into ${next.title} at ${formatTime(next.startsAt)}.`,
      isPlanned ? { label: 'Plan again', run: () => void plan() } : undefined,
    );
  };
  const finish = async () => {
    let ended: ReturnType<typeof endWork> = Promise.resolve(null);
    const revert = async () => {
      const goOn = await ended;
      // Redo ends it again.
      ended = goOn ? Promise.resolve(null) : endWork();
      goOn?.();
    };
    if (await setDone(block, true, () => void revert())) ended = endWork();
  };
  return (
    <>
      <Button startIcon={<Check size={16} aria-hidden />} onClick={() => void finish()}>
        Done
      </Button>
      <Button onClick={() => void addTime()}>+{MORE_MINUTES} min</Button>
      <Button variant="text" className="running-block-actions-why" onClick={() => setIsAsking(true)}>
        Why here?
      </Button>
      {isAsking && (
        <Sheet isOpen onClose={() => setIsAsking(false)} label={block.title}>
          <Suspense fallback={<RowsSkeleton rows={3} label="Loading the times that were tried" />}>
            <WhyCard block={block} onPlace={null} />
          </Suspense>
        </Sheet>
      )}
    </>
  );
}
