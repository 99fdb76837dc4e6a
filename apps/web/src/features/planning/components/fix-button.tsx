import { ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { useFocusLeft } from '#ui/use-focus-left.ts';
import './fix-button.css';

interface FixButtonProps {
  readonly action: string;
  readonly effect: string;
  readonly isBusy: boolean;
  readonly onClick: () => void;
}

/** What one click does about an issue, and its effect. */
export function FixButton({ action, effect, isBusy, onClick }: FixButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusLeft(button);
  return (
    <button ref={button} type="button" className="fix-button" aria-disabled={isBusy} onClick={onClick}>
      <span className="fix-button-action">{action}</span>{' '}
      <span className="fix-button-effect text-caption n">{effect}</span>
      <ArrowRight size={14} aria-hidden className="fix-button-arrow" />
    </button>
  );
}
