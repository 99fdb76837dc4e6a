import { readWantedEventType, type WantedEventType } from '@dayloom/contracts/booking-page';
import { findDayNumber } from '@dayloom/time';
import { emptyForm, type FormValues } from './booking-form.ts';

/** What the address fills in: `?type=&date=&duration=&name=&email=`. */
export interface Prefill extends WantedEventType {
  readonly day: number | null;
  readonly values: FormValues;
}

export function readPrefill(search: string): Prefill {
  const query = new URLSearchParams(search);
  return {
    ...readWantedEventType(new Map(query)),
    day: findDayNumber(query.get('date') ?? ''),
    values: { ...emptyForm, name: query.get('name') ?? '', email: query.get('email') ?? '' },
  };
}
