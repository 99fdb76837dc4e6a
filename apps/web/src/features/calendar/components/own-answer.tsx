import type { AttendeeStatus, GuestAnswer } from '@dayloom/contracts';
import { Button } from '#ui/button.tsx';
import { answerWords } from '../model/guest-words.ts';
import './own-answer.css';

interface OwnAnswerProps {
  answer: AttendeeStatus;
  onAnswer: (answer: GuestAnswer) => void;
}

/** The answer to an invitation, which can be changed. */
export function OwnAnswer({ answer, onAnswer }: OwnAnswerProps) {
  return (
    <fieldset className="own-answer" aria-label="Your answer">
      {(['accepted', 'tentative', 'declined'] as const).map((value) => (
        <Button
          key={value}
          size="small"
          variant={answer === value ? 'contained' : 'outlined'}
          aria-pressed={answer === value}
          onClick={() => answer !== value && onAnswer(value)}
        >
          {answerWords[value]}
        </Button>
      ))}
    </fieldset>
  );
}
