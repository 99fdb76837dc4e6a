import type { Profile } from '@dayloom/contracts';
import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { useSaveProfile } from '../hooks/use-save-profile.ts';
import { decideProfileChange, type ProfileFields, toProfileFields } from '../model/profile-fields.ts';
import { PhotoBlock } from './photo-block.tsx';
import { ProfileLink } from './profile-link.tsx';
import './profile-form.css';

export function ProfileForm({ profile }: { profile: Profile }) {
  const saved = toProfileFields(profile);
  // Holds only edited fields, so that a profile that arrives later fills the others.
  const [edits, setEdits] = useState<Partial<ProfileFields>>({});
  const save = useSaveProfile();
  const edited = { ...saved, ...edits };
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  const change = (name: keyof ProfileFields) => (event: { target: { value: string } }) =>
    setEdits({ ...edits, [name]: event.target.value });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isUnderWay()) return;
    const decision = decideProfileChange(saved, edited);
    if (decision.kind === 'invalid') showSnackbar(decision.message, 'error');
    else if (decision.kind === 'unchanged') showSnackbar(decision.message, 'info');
    else
      save.mutate(decision.fields, {
        onSuccess: () => {
          setEdits({});
          showSnackbar('Profile updated successfully', 'success');
        },
        onError: (error) => {
          console.warn('The profile could not be saved', error);
          showSnackbar('Failed to update profile', 'error');
        },
      });
  };
  const isChanged = decideProfileChange(saved, edited).kind !== 'unchanged';

  return (
    <Card>
      <UnsavedGuard isDirty={isChanged} />
      <form noValidate onSubmit={submit} aria-label="Profile">
        <div className="profile-form-fields">
          <PhotoBlock profile={profile} />
          <div className="profile-form-names">
            <Field
              label="First Name"
              autoComplete="given-name"
              value={edited.firstName}
              onChange={change('firstName')}
              problem={problems['firstName']}
            />
            <Field
              label="Last Name"
              autoComplete="family-name"
              value={edited.lastName}
              onChange={change('lastName')}
              problem={problems['lastName']}
            />
          </div>
          <Field
            label="Email"
            type="email"
            value={profile.email}
            readOnly
            hint="Email cannot be changed"
            startAdornment={<Lock size={16} />}
          />
          <Field
            label="Bio"
            multiline
            rows={4}
            placeholder="Tell us a little about yourself"
            value={edited.bio}
            onChange={change('bio')}
            problem={problems['bio']}
            maxLength={2_000}
          />
          <ProfileLink link={profile.publicProfileLink} username={profile.username} />
        </div>
        <div className="profile-form-actions">
          <div className="profile-form-status text-small">
            {isChanged && !save.isPending ? 'Unsaved changes' : ''}
          </div>
          <Button variant="text" onClick={() => setEdits({})} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" color="primary" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
    </Card>
  );
}
