import type { AttendeeStatus, EventAttendee } from '@dayloom/contracts';

export const answerWords: Readonly<Record<AttendeeStatus, string>> = {
  accepted: 'Yes',
  tentative: 'Maybe',
  declined: 'No',
  needsAction: 'Waiting',
};

/** `3 guests: 1 yes, 1 no, 1 waiting`. */
export function countAnswers(attendees: readonly EventAttendee[]): string {
  const guests = attendees.length === 1 ? '1 guest' : `${attendees.length} guests`;
  const counts = (['accepted', 'tentative', 'declined', 'needsAction'] as const).flatMap((status) => {
    const count = attendees.filter((guest) => guest.status === status).length;
    return count === 0 ? [] : `${count} ${answerWords[status].toLowerCase()}`;
  });
  return `${guests}: ${counts.join(', ')}`;
}

export const toGuestName = ({ name, email }: Pick<EventAttendee, 'name' | 'email'>): string =>
  name || email || 'Somebody without an address';
