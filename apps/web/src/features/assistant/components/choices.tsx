import type { ChatCard } from '@dayloom/contracts';
import { formatShortDate, formatTimeRange } from '#lib/format-time.ts';
import './choices.css';

interface ChoicesProps {
  card: ChatCard;
  /** Somebody has gone on since. */
  isDisabled: boolean;
  onChoose: (text: string) => void;
}

/** Answers or free times to choose from. */
export function Choices({ card, isDisabled, onChoose }: ChoicesProps) {
  if (card.kind === 'choices')
    return (
      <ul className="choices" aria-label="Choices">
        {card.choices.map(({ label, text }, index) => (
          <li key={index} className="choices-item">
            <button
              type="button"
              className="choices-chip"
              disabled={isDisabled}
              onClick={() => onChoose(text)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    );
  if (card.kind !== 'slots') return null;
  return (
    <ul className="choices choices-slots" aria-label="Free times">
      {card.slots.map(({ startsAt, endsAt, text }) => {
        const [start, end] = [new Date(startsAt), new Date(endsAt)];
        return (
          <li key={startsAt} className="choices-item">
            <button
              type="button"
              className="choices-slot"
              disabled={isDisabled}
              onClick={() => onChoose(text)}
            >
              <span className="choices-day text-caption">{formatShortDate(start)}</span>{' '}
              <span className="choices-time n">{formatTimeRange(start, end)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
