import {
  type Preferences,
  type PreferencesChange,
  preferencesApi,
  type Scheduling,
} from '@dayloom/contracts';
import { call } from '#lib/api.ts';
import type { OwnDates } from './model/own-dates.ts';
import type { HoursSets } from './model/week-hours.ts';

export async function savePreferences(change: PreferencesChange): Promise<Preferences> {
  return (await call(preferencesApi.changePreferences, { body: change })).preferences;
}

export const saveHours = (hours: HoursSets) => call(preferencesApi.setWorkingHours, { body: hours });

export const saveOwnDates = (dates: OwnDates) => call(preferencesApi.setHoursOfDates, { body: dates });

export const saveHomeTimeZone = (timeZoneName: string) =>
  call(preferencesApi.setHomeTimeZone, { body: { timeZoneName } });

export async function saveScheduling(change: Partial<Scheduling>): Promise<Scheduling> {
  return (await call(preferencesApi.setScheduling, { body: change })).scheduling;
}
