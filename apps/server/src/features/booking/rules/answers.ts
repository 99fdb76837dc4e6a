import {
  type BookingQuestion,
  CONFERENCE_NAMES,
  type Conference,
  type EventLocation,
} from '@dayloom/contracts';
import { plainNumber } from '@dayloom/contracts/pasted';

export interface FormInput {
  readonly phone?: string | undefined;
  readonly answers: Readonly<Record<string, string>>;
}

/** What is wrong with the filled-in form, by field; empty if nothing is. */
export function findFormProblems(
  { location, questions }: { location: EventLocation; questions: readonly BookingQuestion[] },
  { phone, answers }: FormInput,
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (location.kind === 'phone' && !phone) problems['phone'] = 'is missing';
  if (phone && !isPhoneNumber(phone)) problems['phone'] = 'must be a phone number';
  const known = new Set(questions.map(({ id }) => id));
  for (const id of Object.keys(answers))
    if (!known.has(id)) problems[`answers.${id}`] = 'is not a question of this form';
  for (const { id, kind, choices, isRequired } of questions) {
    const answer = answers[id] ?? '';
    if (answer === '') {
      if (isRequired) problems[`answers.${id}`] = 'is missing';
    } else if (kind === 'choice' && !choices.includes(answer)) {
      problems[`answers.${id}`] = `must be one of ${choices.join(', ')}`;
    }
  }
  return problems;
}

/** A phone number of any country, as people write it. */
function isPhoneNumber(typed: string): boolean {
  const text = plainNumber(typed);
  const digits = text.replace(/\D/g, '').length;
  return /^\+?[\d ()./-]+$/.test(text) && digits >= 5 && digits <= 15;
}

/** The answers with their questions, in the order of the form. */
export function listAnswers(
  questions: readonly BookingQuestion[],
  answers: Readonly<Record<string, string>>,
): { label: string; answer: string }[] {
  return questions.flatMap(({ id, label }) => {
    const answer = answers[id];
    return answer ? [{ label, answer }] : [];
  });
}

/** The location of a booking, in words. `conference`: the kind of link that the host's calendar can make. */
export function describeLocation(
  location: EventLocation,
  { phone, conference }: { readonly phone: string | null; readonly conference: Conference | null },
): string {
  switch (location.kind) {
    case 'none':
      return '';
    case 'place':
      return location.text;
    case 'link':
      return location.url;
    case 'phone':
      return phone ?? '';
    case 'conference':
      return conference ? CONFERENCE_NAMES[conference] : '';
  }
}
