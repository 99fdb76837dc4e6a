import type { PublicEventType } from '@dayloom/contracts';
import { stripInvisibleMarks, trimInvisibleMarks } from '@dayloom/contracts/pasted';

/** What the visitor has typed. */
export interface FormValues {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly notes: string;
  /** Addresses with commas, semicolons or spaces between them. */
  readonly guests: string;
  readonly answers: Readonly<Record<string, string>>;
  /** The visitor wants a reminder by text message, and agrees to it. */
  readonly wantsText: boolean;
  /** The check that has verified `phone`; null before. */
  readonly phoneCheck: string | null;
  /** Hidden from people: programs fill it in. */
  readonly website: string;
}

export type FormProblems = Readonly<Record<string, string>>;

const MAX_GUESTS = 10;

export const emptyForm: FormValues = {
  name: '',
  email: '',
  phone: '',
  notes: '',
  guests: '',
  answers: {},
  wantsText: false,
  phoneCheck: null,
  website: '',
};

const listGuests = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map(stripInvisibleMarks)
    .filter(Boolean);
const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

/** Whether the event type can be booked with a name and an address alone. */
export function isFormNeeded(eventType: PublicEventType, values: FormValues): boolean {
  return Object.keys(findProblems(eventType, values)).length > 0;
}

/** What is missing or wrong, by field, in the order of the form. The server has the last word. */
export function findProblems(
  { location, questions, offersTexts }: PublicEventType,
  values: FormValues,
): FormProblems {
  const guests = listGuests(values.guests);
  const wrong = guests.find((guest) => !isAddress(guest));
  const problems: Record<string, string> = {};
  if (!trimInvisibleMarks(values.name)) problems['name'] = 'Enter your name.';
  if (!isAddress(stripInvisibleMarks(values.email)))
    problems['email'] = 'Enter your email address, such as ada@example.org.';
  if (location.kind === 'phone' && !values.phone.trim())
    problems['phone'] = 'Enter the number at which you can be called.';
  else if (offersTexts && values.wantsText && !values.phoneCheck)
    problems['phone'] = 'Verify this number, or book without a text reminder.';
  for (const { id, isRequired } of questions)
    if (isRequired && !values.answers[id]?.trim()) problems[`answers.${id}`] = 'Answer this question.';
  if (wrong) problems['guests'] = `${wrong} is not an email address.`;
  else if (guests.length > MAX_GUESTS) problems['guests'] = `Add at most ${MAX_GUESTS} guests.`;
  return problems;
}

/** What the server found wrong, besides the fields of the form. */
export function toFormProblems(fields: Readonly<Record<string, string>>): FormProblems {
  return Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => {
      const field = path.startsWith('guests') ? 'guests' : path;
      return [field, field === 'guests' ? `Each guest ${problem}.` : `This ${problem}.`];
    }),
  );
}

/** The fields of the form as they are sent, without invisible characters around what was pasted. */
export function toRequest(values: FormValues) {
  const { name, email, phone, notes, guests, answers, wantsText, phoneCheck, website } = values;
  const given = Object.entries(answers).filter(([, answer]) => answer.trim() !== '');
  return {
    name: trimInvisibleMarks(name),
    email: stripInvisibleMarks(email),
    ...(phone.trim() && { phone: phone.trim() }),
    notes: notes.trim(),
    guests: listGuests(guests),
    answers: Object.fromEntries(given),
    ...(wantsText && phoneCheck && { textReminder: { check: phoneCheck, consent: true as const } }),
    ...(website && { website }),
  };
}

/** The fields of the form that have a name there; problems of others are shown above it. */
export const isFormField = (field: string): boolean =>
  ['name', 'email', 'phone', 'notes', 'guests'].includes(field) || field.startsWith('answers.');
