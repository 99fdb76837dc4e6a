import type { Task } from '@dayloom/contracts';
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { colors } from '#ui/tokens.ts';
import { toTaskInput, usePlanningData, usePreview, useWording } from '../hooks/use-previews.ts';
import { fitInWords, type Urgency } from '../model/planner-words.ts';

/** Waits until a word is typed before asking the planner. */
const PAUSE_MS = 150;
const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true, style: { flex: 'none' } } as const;
const icons: Record<Urgency, ReactNode> = {
  ok: <CircleCheck {...icon} color={colors.ok} />,
  calm: <CircleDashed {...icon} color={colors.text3} />,
  soft: <TriangleAlert {...icon} color={colors.soft} />,
  hard: <TriangleAlert {...icon} color={colors.hard} />,
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
  const settled = useSettled(task);
  const question = useMemo(
    () => (data ? { kind: 'fit' as const, input: toTaskInput(settled, data) } : null),
    [settled, data],
  );
  const { result, isOld, error } = usePreview(question);
  const plannerWording = useWording(data);
  if (!result || error) return children;
  const { text, urgency } = fitInWords(result, plannerWording);
  return (
    <>
      {icons[urgency]}
      <output style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', opacity: isOld ? 0.7 : 1 }}>
        {text}
      </output>
    </>
  );
}

/** The value after a pause in changes. */
function useSettled(task: Task): Task {
  const [settled, setSettled] = useState(task);
  const key = JSON.stringify(task);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as Task), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
