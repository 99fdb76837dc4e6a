import type { Profile } from '@dayloom/contracts';
import { isVisibleName } from '@dayloom/contracts/names';

export interface ProfileFields {
  firstName: string;
  lastName: string;
  bio: string;
}

export function toProfileFields({ firstName, lastName, bio }: Profile): ProfileFields {
  return { firstName, lastName, bio };
}

export type ProfileChange =
  | { kind: 'invalid'; message: 'First name and last name are required' }
  | { kind: 'unchanged'; message: 'No changes to save' }
  | { kind: 'change'; fields: Partial<ProfileFields> };

/** The result of saving the form: nothing to do, a refusal, or only the changed fields, trimmed. */
export function decideProfileChange(saved: ProfileFields, edited: ProfileFields): ProfileChange {
  if (!isVisibleName(edited.firstName) || !isVisibleName(edited.lastName))
    return { kind: 'invalid', message: 'First name and last name are required' };
  const fields: Partial<ProfileFields> = {};
  for (const name of ['firstName', 'lastName', 'bio'] as const) {
    const value = edited[name].trim();
    if (value !== saved[name]) fields[name] = value;
  }
  return Object.keys(fields).length > 0
    ? { kind: 'change', fields }
    : { kind: 'unchanged', message: 'No changes to save' };
}
