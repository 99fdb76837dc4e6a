import type { Task } from '@dayloom/contracts';
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { colors } from '#ui/tokens.ts';
import { toTaskInput, usePlanningData, usePreview, useWording } from '../hooks/use-previews.ts';
import { fitInWords, type Urgency } from '../model/planner-words.ts';

/** A word is typed to its end before it is thought about. */
const PAUSE_MS = 150;
const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true, style: { flex: 'none' } } as const;
const icons: Record<Urgency, ReactNode> = {
  ok: <CircleCheck {...icon} color={colors.ok} />,
  calm: <CircleDashed {...icon} color={colors.text3} />,
  soft: <TriangleAlert {...icon} color={colors.soft} />,
  hard: <TriangleAlert {...icon} color={colors.hard} />,
};

interface FitLineProps {
  /** As it would be saved now. */
  task: Task;
  /** What stands there until the planner has thought, or when it cannot. */
  children: ReactNode;
}

/** Where the task would go and what that would do to the rest, computed as its fields change. */
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

/** The value after it has rested for a moment. */
function useSettled(task: Task): Task {
  const [settled, setSettled] = useState(task);
  const key = JSON.stringify(task);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(key) as Task), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
