import type { BookingMade, PublicEventType } from '@dayloom/contracts';
import { useState } from 'react';
import type { BookingCalls, CallProblem, SlotChoice } from '../api.ts';
import { useHold } from '../hooks/use-hold.ts';
import {
  type FormProblems,
  type FormValues,
  findProblems,
  isFormField,
  toFormProblems,
} from '../model/booking-form.ts';
import type { LocalTime } from '../model/local-time.ts';
import { BookingForm } from './booking-form.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { TextReminder } from './text-reminder.tsx';

interface DetailsStepProps {
  readonly calls: BookingCalls;
  readonly productName: string;
  readonly eventType: PublicEventType;
  readonly choice: SlotChoice;
  readonly values: FormValues;
  readonly localTime: LocalTime;
  readonly firstProblem: CallProblem | null;
  readonly create: (
    choice: SlotChoice,
    values: FormValues,
    holdId: string | null,
  ) => ReturnType<BookingCalls['create']>;
  readonly onValues: (values: FormValues) => void;
  readonly onAlternative: (startsAt: string) => void;
  readonly onBack: () => void;
  readonly onBooked: (booking: BookingMade) => void;
}

/** The form. The slot is kept for the visitor while it is open. */
export function DetailsStep(props: DetailsStepProps) {
  const { calls, productName, eventType, choice, values, localTime, firstProblem, create } = props;
  const { onValues, onAlternative, onBack, onBooked } = props;
  const hold = useHold(calls, choice);
  const [problem, setProblem] = useState(firstProblem);
  const [fields, setFields] = useState<FormProblems>(() =>
    firstProblem ? toFormProblems(firstProblem.fields) : {},
  );
  const [isBusy, setIsBusy] = useState(false);
  const shown = problem ?? hold.problem;

  const submit = async () => {
    const wrong = findProblems(eventType, values);
    setFields(wrong);
    setProblem(null);
    if (Object.keys(wrong).length > 0) return;
    setIsBusy(true);
    const result = await create(choice, values, await hold.findId());
    setIsBusy(false);
    if ('response' in result) {
      hold.use();
      onBooked(result.response.booking);
      return;
    }
    setProblem(result.problem);
    setFields(toFormProblems(result.problem.fields));
  };
  const hasOwnFields = Object.keys(shown?.fields ?? {}).some(isFormField);
  return (
    <div className="booking-card-main">
      <div className="booking-card-steps">
        <h2 className="text-h2">Your details</h2>
        {shown && !hasOwnFields && (
          <ProblemAlert
            problem={shown}
            localTime={localTime}
            onAlternative={(startsAt) => {
              setProblem(null);
              onAlternative(startsAt);
            }}
            onRetry={() => void submit()}
            onOtherTime={onBack}
          />
        )}
        <output className="booking-card-hint">
          {hold.state === 'expired' &&
            'This time is no longer kept for you. You can still book it while it is free.'}
        </output>
        <BookingForm
          eventType={eventType}
          values={values}
          problems={fields}
          isBusy={isBusy}
          textReminder={
            eventType.offersTexts && (
              <TextReminder
                calls={calls}
                choice={choice}
                productName={productName}
                values={values}
                onChange={(change) => onValues({ ...values, ...change })}
              />
            )
          }
          submitLabel={choice.isRequest ? 'Send the request' : 'Confirm'}
          onChange={onValues}
          onSubmit={() => void submit()}
          onBack={onBack}
        />
      </div>
    </div>
  );
}
