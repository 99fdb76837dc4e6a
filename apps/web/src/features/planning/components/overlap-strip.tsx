import { CalendarX2 } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Strip } from '#ui/strip.tsx';
import './overlap-strip.css';

interface OverlapStripProps {
  count: number;
  isBusy: boolean;
  onReplan: () => void;
}

/** Says that events now overlap planned blocks, until one of the two moves. */
export function OverlapStrip({ count, isBusy, onReplan }: OverlapStripProps) {
  const strip = (
    <Strip
      label="Overlaps"
      icon={<CalendarX2 size={15} aria-hidden />}
      action={
        <Button size="small" onClick={onReplan} aria-busy={isBusy}>
          Replan
        </Button>
      }
    >
      <span className="n">
        {count === 1 ? '1 planned block now overlaps' : `${count} planned blocks now overlap`} with events
      </span>
    </Strip>
  );
  // The container always exists, so that screen readers announce its new content.
  return (
    <div aria-live="polite" className="overlap-strip">
      {count > 0 && strip}
    </div>
  );
}
