import type { ClarificationChoice } from '@dayloom/language';
import { Hidden } from '#ui/hidden.tsx';
import { Kbd } from '#ui/kbd.tsx';
import type { useQuickAdd } from '../hooks/use-quick-add.ts';
import './reading-line.css';

type QuickAddState = ReturnType<typeof useQuickAdd>;
type Understood = NonNullable<QuickAddState['understood']>;

interface ReadingLineProps {
  id: string;
  inputId: string;
  understood: Understood | null;
  correct: QuickAddState['correct'];
  onAnswer: (choice: ClarificationChoice) => void;
}

/** How the line is read, with what can be changed about it. Screen readers hear the text, not the buttons. */
export function ReadingLine({ id, inputId, understood, correct, onAnswer }: ReadingLineProps) {
  const question = understood?.question ?? null;
  return (
    <>
      <div className="reading-line" data-empty={understood === null || undefined}>
        <output id={id} htmlFor={inputId}>
          {understood ? (
            <>
              <strong>{understood.title}</strong>
              {understood.words.length > 0 && ` · ${understood.words.join(' · ')}`}
              {understood.problem && <span className="reading-line-problem">{understood.problem}</span>}
              {question && <Hidden>{question.text}</Hidden>}
            </>
          ) : (
            'Dates, times, lengths, #project, p1 to p4 and repeats are understood.'
          )}
        </output>
        {understood && <Corrections understood={understood} correct={correct} />}
      </div>
      {question && (
        <fieldset className="reading-line reading-line-question" aria-label={question.text}>
          <span aria-hidden>{question.text}</span>
          {question.choices.map((choice, index) => (
            <button
              key={choice.label}
              type="button"
              className="reading-line-button"
              onClick={() => onAnswer(choice)}
            >
              {choice.label}
              <span aria-hidden className="reading-line-key">
                <Kbd keys={`alt+${index + 1}`} />
              </span>
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}

function Corrections({
  understood,
  correct,
}: Pick<ReadingLineProps, 'correct'> & { understood: Understood }) {
  const { time, isDeadline, hours } = understood;
  const isPersonal = hours === 'personal';
  return (
    <>
      {time && (
        <button
          type="button"
          className="reading-line-button"
          aria-pressed={isDeadline}
          onClick={() => correct({ isDeadline: !isDeadline })}
        >
          due by {time}
        </button>
      )}
      <button
        type="button"
        className="reading-line-button"
        aria-pressed={isPersonal}
        onClick={() => correct({ hours: isPersonal ? 'work' : 'personal' })}
      >
        personal hours
      </button>
    </>
  );
}
