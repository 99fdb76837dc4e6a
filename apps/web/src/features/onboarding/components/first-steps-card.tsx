import { Check } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { requestPath } from '#lib/page-request.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { useFocusLeft } from '#ui/use-focus-left.ts';
import { useFinishFirstSteps, useSampleWeek } from '../hooks/use-first-steps.ts';
import { useFocusOnStep } from '../hooks/use-focus-on-step.ts';
import {
  currentStep,
  type FirstFacts,
  isDone,
  ownCalendars,
  type StepName,
  stepNames,
  TASKS_WANTED,
} from '../model/steps.ts';
import { FIRST_STEPS } from '../model/texts.ts';
import './first-steps-card.css';
import { formatZone } from '#lib/zone-names.ts';

const EXAMPLES = ['Write report 2h by Friday', 'Call the dentist tomorrow 20 min', 'Gym 1h mon wed fri'];

const titles: Record<StepName, string> = {
  hours: 'When you work',
  calendar: 'Your calendar',
  tasks: 'Three things to do',
  plan: 'Your first plan',
};

export interface FirstStepsCardProps {
  facts: FirstFacts;
  /** Hours, lunch and breaks, as a form with this id, and the button that submits it. */
  renderHours: (formId: string, button: ReactNode, onSaved: () => void) => ReactNode;
  /** The buttons that connect calendars. */
  connect: ReactNode;
  /** Puts the words of an example into the line for new tasks. */
  onExample: (text: string) => void;
}

/** From an empty account to a planned week, in four steps that can be skipped. Each shows its result. */
export function FirstStepsCard({ facts, renderHours, connect, onExample }: FirstStepsCardProps) {
  const [putOff, setPutOff] = useState<ReadonlySet<StepName>>(new Set());
  /** A step that the user went to, until another one is done. */
  const [opened, setOpened] = useState<{ readonly step: StepName; readonly done: number } | null>(null);
  const finish = useFinishFirstSteps();
  const { add } = useSampleWeek();
  const formId = useId();
  // A sample week has a calendar and tasks already: only the plan is left to try.
  const provided = facts.sampleCalendarId === null ? [] : (['calendar', 'tasks'] as const);
  const done = stepNames.filter((step) => isDone(step, facts)).length;
  const current = opened?.done === done ? opened.step : currentStep(facts, new Set([...putOff, ...provided]));
  const isPlanned = isDone('plan', facts);
  const card = useRef<HTMLElement>(null);
  const onFocus = useFocusOnStep(card);
  useFocusLeft(card);
  const later = (step: StepName) => {
    setPutOff(new Set([...putOff, step]));
    setOpened(null);
  };
  const contents: Record<StepName, ReactNode> = {
    hours: (
      <>
        <p className="first-steps-card-text">
          Plans keep to these hours. Your zone is {formatZone(facts.settings.homeTimeZone.name)}, as your
          browser says.
        </p>
        {renderHours(
          formId,
          <div className="first-steps-card-actions">
            <Button type="submit" form={formId} variant="contained">
              That is right
            </Button>
          </div>,
          () => setOpened(null),
        )}
      </>
    ),
    calendar: (
      <>
        <p className="first-steps-card-text">
          Plans keep clear of your meetings. Nothing of yours is changed.
        </p>
        {connect}
        <div className="first-steps-card-actions">
          <Button to="/settings?tab=accounts">Import a file, or others</Button>
          <Button variant="text" onClick={() => later('calendar')}>
            Later
          </Button>
        </div>
      </>
    ),
    tasks: (
      <>
        <p className="first-steps-card-text">
          Write them in the line above, as you would say them. Or begin with one of these:
        </p>
        <div className="first-steps-card-examples">
          {EXAMPLES.map((text) => (
            <Button key={text} size="small" onClick={() => onExample(text)}>
              {text}
            </Button>
          ))}
        </div>
      </>
    ),
    plan: (
      <>
        <p className="first-steps-card-text">You see what goes where before anything is saved, and why.</p>
        <div className="first-steps-card-actions">
          <Button variant="contained" to="/calendar-flow" {...requestPath('plan-week')}>
            Make the plan
          </Button>
        </div>
      </>
    ),
  };
  return (
    <Card ref={card} aria-labelledby="first-steps" className="first-steps-card" onFocus={onFocus}>
      <CardHeader
        id="first-steps"
        title={isPlanned ? 'Your week is planned' : FIRST_STEPS.title}
        count={`${done} of ${stepNames.length}`}
        subtitle={
          isPlanned
            ? 'Drag what you want elsewhere, and plan again when something changes.'
            : FIRST_STEPS.subtitle
        }
        action={
          <Button variant="text" onClick={finish}>
            {isPlanned ? 'Close' : 'Skip'}
          </Button>
        }
      />
      <ol className="first-steps-card-steps">
        {stepNames.map((step, index) => {
          const isChecked = isDone(step, facts);
          const isOpen = step === current;
          return (
            <li key={step} className="first-steps-card-step" data-done={isChecked || undefined}>
              <button
                type="button"
                className="first-steps-card-title"
                aria-expanded={isOpen}
                aria-current={isOpen ? 'step' : undefined}
                onClick={() => setOpened(isOpen ? null : { step, done })}
              >
                <span className="first-steps-card-mark n" aria-hidden>
                  {isChecked ? <Check size={14} strokeWidth={2.4} /> : index + 1}
                </span>
                <span className="text-h3">{titles[step]}</span>
                <span className="first-steps-card-result text-small">
                  {isChecked && <span className="first-steps-card-done">Done: </span>}
                  {describeResult(step, facts)}
                </span>
              </button>
              {isOpen && <div className="first-steps-card-content">{contents[step]}</div>}
            </li>
          );
        })}
      </ol>
      {facts.sampleCalendarId === null && !isPlanned && (
        <p className="first-steps-card-sample text-small">
          Only looking around?{' '}
          <button
            type="button"
            className="button button-text"
            disabled={add.isPending}
            onClick={() => add.mutate()}
          >
            {add.isPending ? 'Adding...' : 'Try a sample week'}
          </button>
        </p>
      )}
    </Card>
  );
}

function describeResult(step: StepName, facts: FirstFacts): string {
  switch (step) {
    case 'hours':
      return isDone(step, facts) ? formatZone(facts.settings.homeTimeZone.name) : '';
    case 'calendar':
      return [
        ...new Set([
          ...facts.settings.calendars.map(({ email }) => email),
          ...ownCalendars(facts).map(({ name }) => name),
        ]),
      ]
        .slice(0, 2)
        .join(', ');
    case 'tasks':
      return facts.openTasks === 0
        ? ''
        : `${facts.openTasks} ${facts.openTasks < TASKS_WANTED ? `of ${TASKS_WANTED}` : 'to do'}`;
    case 'plan':
      return facts.blocks === 0 ? '' : `${facts.blocks} ${facts.blocks === 1 ? 'block' : 'blocks'}`;
  }
}
