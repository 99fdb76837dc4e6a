import type { Profile } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import InputAdornment from '@mui/material/InputAdornment';
import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#lib/api.ts';
import { Card } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { showSnackbar } from '#ui/snackbar.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { useSaveProfile } from '../hooks/use-profile.ts';
import { decideProfileChange, type ProfileFields, toProfileFields } from '../model/profile-fields.ts';
import { PhotoBlock } from './photo-block.tsx';
import { ProfileLink } from './profile-link.tsx';

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
        <Box sx={{ p: { xs: 2, sm: 3 }, display: 'flex', flexDirection: 'column', gap: 2.5 }}>
          <PhotoBlock profile={profile} />
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr' } }}>
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
          </Box>
          <Field
            label="Email"
            type="email"
            value={profile.email}
            readOnly
            hint="Email cannot be changed"
            startAdornment={
              <InputAdornment position="start" sx={{ mr: 0, color: 'text.tertiary' }}>
                <Lock size={16} />
              </InputAdornment>
            }
          />
          <Field
            label="Bio"
            multiline
            rows={4}
            placeholder="Tell us a little about yourself"
            value={edited.bio}
            onChange={change('bio')}
            problem={problems['bio']}
            inputProps={{ maxLength: 2_000 }}
          />
          <ProfileLink link={profile.publicProfileLink} username={profile.username} />
        </Box>
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'flex-end',
            gap: 1,
            flexWrap: 'wrap',
            p: { xs: 2, sm: '16px 24px' },
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Box sx={{ flex: 1, typography: 'body2', color: 'text.tertiary' }}>
            {isChanged && !save.isPending ? 'Unsaved changes' : ''}
          </Box>
          <Button variant="text" onClick={() => setEdits({})} disabled={save.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" color="primary" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </Box>
      </form>
    </Card>
  );
}
