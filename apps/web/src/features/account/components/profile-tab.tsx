import type { Profile } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import { ProfileForm } from './profile-form.tsx';
import { ReferralCard } from './referral-card.tsx';

export function ProfileTab({ profile }: { profile: Profile }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 400px' },
      }}
    >
      <ProfileForm profile={profile} />
      <ReferralCard code={profile.referralCode} />
    </Box>
  );
}
