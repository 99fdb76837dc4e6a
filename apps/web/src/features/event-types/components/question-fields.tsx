import type { BookingQuestion } from '@dayloom/contracts';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Switch } from '#ui/switch.tsx';
import { type EditorProps, problemAt } from '../model/draft.ts';
import { FormSection } from './form-section.tsx';
import './question-fields.css';

const MAX_QUESTIONS = 20;
const kinds = [
  { value: 'text', label: 'Text' },
  { value: 'choice', label: 'Choice' },
] as const;

/** What the visitor is asked besides name and email address. */
export function QuestionFields({ draft: { questions }, problems, onChange }: EditorProps) {
  const set = (next: BookingQuestion[]) => onChange({ questions: next });
  const add = () =>
    set([...questions, { id: crypto.randomUUID(), label: '', kind: 'text', choices: [], isRequired: false }]);
  const move = (index: number, by: 1 | -1) => {
    const question = questions[index];
    if (question) set(questions.toSpliced(index, 1).toSpliced(index + by, 0, question));
  };
  return (
    <FormSection title="Questions">
      {questions.length === 0 && (
        <div className="question-fields-none text-small">
          Visitors give a name and an email address, and may add a note.
        </div>
      )}
      {questions.map((question, index) => (
        <QuestionField
          key={question.id}
          number={index + 1}
          question={question}
          labelProblem={problemAt(problems, `questions.${index}.label`)}
          choicesProblem={problemAt(problems, `questions.${index}.choices`)}
          onChange={(change) => set(questions.with(index, { ...question, ...change }))}
          onRemove={() => set(questions.toSpliced(index, 1))}
          onUp={index > 0 ? () => move(index, -1) : null}
          onDown={index < questions.length - 1 ? () => move(index, 1) : null}
        />
      ))}
      <div>
        <Button
          size="small"
          startIcon={<Plus size={16} aria-hidden />}
          disabled={questions.length >= MAX_QUESTIONS}
          onClick={add}
        >
          Add a question
        </Button>
      </div>
    </FormSection>
  );
}

interface QuestionFieldProps {
  number: number;
  question: BookingQuestion;
  labelProblem: string | undefined;
  choicesProblem: string | undefined;
  onChange: (change: Partial<BookingQuestion>) => void;
  onRemove: () => void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

function QuestionField(props: QuestionFieldProps) {
  const { number, question, labelProblem, choicesProblem, onChange, onRemove, onUp, onDown } = props;
  const { label, kind, choices, isRequired } = question;
  const requiredId = useId();
  // The text as it is typed, with its empty lines.
  const [lines, setLines] = useState(choices.join('\n'));
  const name = `question ${number}`;
  const move = (run: () => void) => (event: { currentTarget: HTMLElement }) => {
    const button = event.currentTarget;
    run();
    // The row takes another place in the document, which may take the focus from its button.
    requestAnimationFrame(() => button.focus());
  };
  return (
    <fieldset className="question-fields-question" aria-label={`Question ${number}`}>
      <Field
        label={`Question ${number}`}
        value={label}
        maxLength={200}
        problem={labelProblem}
        onChange={({ target: { value } }) => onChange({ label: value })}
      />
      <div className="question-fields-row">
        <SegmentedControl
          label={`Answer to ${name}`}
          value={kind}
          options={kinds}
          onChange={(next) => onChange({ kind: next, choices: next === 'choice' ? toChoices(lines) : [] })}
        />
        <div className="question-fields-required text-small">
          <Switch id={requiredId} checked={isRequired} onChange={(isOn) => onChange({ isRequired: isOn })} />
          <label htmlFor={requiredId}>Required</label>
        </div>
        <div className="question-fields-actions">
          <IconButton aria-label={`Move ${name} up`} disabled={!onUp} onClick={onUp ? move(onUp) : undefined}>
            <ArrowUp size={16} aria-hidden />
          </IconButton>
          <IconButton
            aria-label={`Move ${name} down`}
            disabled={!onDown}
            onClick={onDown ? move(onDown) : undefined}
          >
            <ArrowDown size={16} aria-hidden />
          </IconButton>
          <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      </div>
      {kind === 'choice' && (
        <Field
          label="Choices"
          multiline
          rows={2}
          hint="One a line"
          value={lines}
          problem={choicesProblem}
          onChange={({ target: { value } }) => {
            setLines(value);
            onChange({ choices: toChoices(value) });
          }}
        />
      )}
    </fieldset>
  );
}

function toChoices(lines: string): string[] {
  const choices = lines.split('\n').map((line) => line.trim());
  return [...new Set(choices.filter((line) => line !== ''))];
}
