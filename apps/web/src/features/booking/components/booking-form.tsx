import type { PublicEventType } from '@dayloom/contracts';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Field } from '#ui/field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { FormProblems, FormValues } from '../model/booking-form.ts';
import './booking-form.css';

interface BookingFormProps {
  readonly eventType: PublicEventType;
  readonly values: FormValues;
  readonly problems: FormProblems;
  readonly isBusy: boolean;
  readonly submitLabel: string;
  /** Below the phone number. */
  readonly textReminder: ReactNode;
  readonly onChange: (values: FormValues) => void;
  readonly onSubmit: () => void;
  readonly onBack: () => void;
}

/** The visitor's details and the questions of the event type. */
export function BookingForm(props: BookingFormProps) {
  const { eventType, values, problems, isBusy, submitLabel, textReminder, onChange, onSubmit, onBack } =
    props;
  const { location, questions } = eventType;
  const form = useRef<HTMLFormElement>(null);
  const set = (change: Partial<FormValues>) => onChange({ ...values, ...change });
  const setAnswer = (id: string, answer: string) => set({ answers: { ...values.answers, [id]: answer } });

  useEffect(() => {
    const fields = [
      ...(form.current?.querySelectorAll<HTMLInputElement>('input, textarea, [role=combobox]') ?? []),
    ];
    const empty = fields.find(
      ({ required, ariaRequired, value }) => (required || ariaRequired === 'true') && !value,
    );
    (empty ?? fields[0])?.focus();
  }, []);
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onSubmit();
  };

  return (
    <form ref={form} className="booking-form" noValidate onSubmit={submit}>
      <Field
        label="Name"
        autoComplete="name"
        required
        maxLength={120}
        value={values.name}
        problem={problems['name']}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        value={values.email}
        problem={problems['email']}
        onChange={(event) => set({ email: event.currentTarget.value })}
      />
      <Field
        label={location.kind === 'phone' ? 'Phone' : 'Phone (optional)'}
        type="tel"
        autoComplete="tel"
        required={location.kind === 'phone'}
        maxLength={40}
        value={values.phone}
        problem={problems['phone']}
        // Another number has to be verified again.
        onChange={(event) => set({ phone: event.currentTarget.value, phoneCheck: null })}
      />
      {values.phone.trim() !== '' && textReminder}
      {questions.map((question) => {
        const shared = {
          label: question.isRequired ? question.label : `${question.label} (optional)`,
          required: question.isRequired,
          value: values.answers[question.id] ?? '',
          problem: problems[`answers.${question.id}`],
        };
        return question.kind === 'choice' ? (
          <SelectField
            key={question.id}
            label={shared.label}
            aria-required={shared.required}
            value={shared.value}
            problem={shared.problem}
            options={['', ...question.choices].map((value) => ({ value, label: value || 'Choose ...' }))}
            onChange={(answer) => setAnswer(question.id, answer)}
          />
        ) : (
          <Field
            key={question.id}
            {...shared}
            maxLength={2_000}
            onChange={(event) => setAnswer(question.id, event.currentTarget.value)}
          />
        );
      })}
      <Field
        label="Guests (optional)"
        hint="Email addresses, with commas between them"
        autoComplete="off"
        inputMode="email"
        value={values.guests}
        problem={problems['guests']}
        onChange={(event) => set({ guests: event.currentTarget.value })}
      />
      <Field
        label="Notes (optional)"
        multiline
        rows={3}
        maxLength={4_000}
        value={values.notes}
        problem={problems['notes']}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
      <input
        className="booking-form-trap"
        name="website"
        tabIndex={-1}
        autoComplete="off"
        aria-hidden="true"
        value={values.website}
        onChange={(event) => set({ website: event.currentTarget.value })}
      />
      <div className="booking-form-foot">
        <button type="button" className="button button-text button-large" onClick={onBack}>
          Back
        </button>
        <button type="submit" className="button button-contained button-large" aria-disabled={isBusy}>
          {isBusy ? 'Sending ...' : submitLabel}
        </button>
      </div>
    </form>
  );
}
