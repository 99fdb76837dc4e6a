import { accountApi, type Profile } from '@dayloom/contracts';
import { call } from '#lib/api.ts';
import type { ProfileFields } from './model/profile-fields.ts';

export async function fetchProfile(): Promise<Profile> {
  return (await call(accountApi.getProfile)).user;
}

export async function saveProfile(fields: Partial<ProfileFields>): Promise<Profile> {
  return (await call(accountApi.updateProfile, { body: fields })).user;
}

export async function saveTimeZone(timeZoneName: string): Promise<void> {
  await call(accountApi.updateTimeZone, { body: { timeZoneName } });
}
