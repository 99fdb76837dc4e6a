import type { StoredBooking } from '../model/booking.ts';

const HEAD = [
  'start',
  'end',
  'status',
  'title',
  'name',
  'email',
  'phone',
  'guests',
  'location',
  'notes',
  'answers',
];

/** A CSV file (RFC 4180) with a line for each booking. */
export function toCsv(bookings: readonly StoredBooking[]): string {
  const lines = bookings.map(({ startsAt, endsAt, status, title, name, email, details }) => [
    startsAt.toISOString(),
    endsAt.toISOString(),
    status,
    title,
    name,
    email,
    details.phone ?? '',
    details.guests.join(' '),
    details.location,
    details.notes,
    details.answers.map(({ label, answer }) => `${label}: ${answer}`).join('; '),
  ]);
  return [HEAD, ...lines].map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

/** Spreadsheets would compute a cell that begins like a formula, so it gets a quote in front. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
