import type { Task } from '@dayloom/contracts';
import { CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useDebounced } from '#lib/use-debounced.ts';
import { toTaskInput, usePlanningData, usePreview, useWording } from '../hooks/use-previews.ts';
import { describeFit, type Urgency } from '../model/planner-words.ts';
import './fit-line.css';

/** Waits until a word is typed before asking the planner. */
const PAUSE_MS = 150;
const icons: Record<Urgency, LucideIcon> = {
  ok: CircleCheck,
  calm: CircleDashed,
  soft: TriangleAlert,
  hard: TriangleAlert,
};

interface FitLineProps {
  /** The task as it would be saved now. */
  task: Task;
  /** Shown until the planner has a result, or if it fails. */
  children: ReactNode;
}

/** The task's place and its effect on other tasks, computed as its fields change. */
export function FitLine({ task, children }: FitLineProps) {
  const { data } = usePlanningData(true);
  const settled = useDebounced(JSON.stringify(task), PAUSE_MS);
  const question = useMemo(
    () => (data ? { kind: 'fit' as const, input: toTaskInput(JSON.parse(settled) as Task, data) } : null),
    [settled, data],
  );
  const { result, isOld, error } = usePreview(question);
  const plannerWording = useWording(data);
  if (!result || error) return children;
  const { text, urgency } = describeFit(result, plannerWording);
  const Icon = icons[urgency];
  return (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden className="fit-line-icon" data-urgency={urgency} />
      <output className="fit-line" data-old={isOld || undefined}>
        {text}
      </output>
    </>
  );
}
