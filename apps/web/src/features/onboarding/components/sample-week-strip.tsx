import { Sparkles } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Strip } from '#ui/strip.tsx';
import { useSampleWeek } from '../hooks/use-first-steps.ts';
import './sample-week-strip.css';

/** Says that a week is made up, and removes it. */
export function SampleWeekStrip() {
  const { remove } = useSampleWeek();
  return (
    <Strip
      label="Sample week"
      className="sample-week-strip"
      tone="neutral"
      icon={<Sparkles size={16} strokeWidth={1.9} aria-hidden />}
      action={
        <Button size="small" disabled={remove.isPending} onClick={() => remove.mutate()}>
          {remove.isPending ? 'Removing...' : 'Remove it'}
        </Button>
      }
    >
      You see a sample week: its meetings and tasks are made up. Removing it leaves everything of your own.
    </Strip>
  );
}
