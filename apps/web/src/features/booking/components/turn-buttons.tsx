import { Icon } from './icons.tsx';
import './turn-buttons.css';

interface TurnButtonsProps {
  readonly unit: 'month' | 'week';
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onTurn: (step: 1 | -1) => void;
}

/** Leads to the month or week before and after. */
export function TurnButtons({ unit, isFirst, isLast, onTurn }: TurnButtonsProps) {
  return (
    <>
      <button
        type="button"
        className="turn-buttons"
        aria-label={`Previous ${unit}`}
        disabled={isFirst}
        onClick={() => onTurn(-1)}
      >
        <Icon name="previous" />
      </button>
      <button
        type="button"
        className="turn-buttons"
        aria-label={`Next ${unit}`}
        disabled={isLast}
        onClick={() => onTurn(1)}
      >
        <Icon name="next" />
      </button>
    </>
  );
}
