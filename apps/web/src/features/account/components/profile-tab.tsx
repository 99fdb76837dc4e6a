import type { Profile } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { ProfileForm } from './profile-form.tsx';
import { ReferralCard } from './referral-card.tsx';

interface ProfileTabProps {
  profile: Profile;
  /** The phone card: first in one column, to the right of the form in two. */
  phone: ReactNode;
}

export function ProfileTab({ profile, phone }: ProfileTabProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0,1fr)', lg: 'minmax(0,1fr) 400px' },
        gridTemplateRows: { lg: 'auto 1fr' },
        gridTemplateAreas: { xs: '"phone" "form" "referral"', lg: '"form phone" "form referral"' },
      }}
    >
      <Box sx={{ gridArea: 'phone', minWidth: 0 }}>{phone}</Box>
      <Box sx={{ gridArea: 'form', minWidth: 0 }}>
        <ProfileForm profile={profile} />
      </Box>
      <Box sx={{ gridArea: 'referral', minWidth: 0 }}>
        <ReferralCard code={profile.referralCode} />
      </Box>
    </Box>
  );
}
