import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useLocation } from 'react-router';
import { getGreeting } from '#lib/greeting.ts';
import { useNow } from '#lib/now.ts';
import { useViewer } from '#lib/viewer.ts';
import { Avatar } from '#ui/avatar.tsx';
import { VerifiedBadge } from '#ui/verified-badge.tsx';

/** The signed-in user. The dashboard has its own greeting, so the card shows the user's plan there. */
export function UserCard() {
  const { profile, isLoading } = useViewer();
  const { pathname } = useLocation();
  const greeting = getGreeting(useNow().getHours());
  const plan = (profile?.settings.accountStatus ?? 'FREE') === 'FREE' ? 'Free plan' : 'Premium';
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '10px',
        p: 1,
        minHeight: 54,
        borderRadius: '10px',
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
      }}
    >
      {profile ? (
        <Avatar firstName={profile.firstName} lastName={profile.lastName} photoUrl={profile.photoUrl} />
      ) : (
        <Skeleton variant="circular" width={32} height={32} animation={isLoading ? 'wave' : false} />
      )}
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'body2', fontWeight: 600 }}>
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {profile ? (
              `${profile.firstName} ${profile.lastName}`
            ) : (
              <Skeleton width={96} height={12} animation={isLoading ? 'wave' : false} />
            )}
          </Box>
          {profile?.settings.verifyMobileData.isMobileVerified && <VerifiedBadge />}
        </Box>
        <Box sx={{ typography: 'caption', fontWeight: 400, color: 'text.tertiary' }}>
          {pathname === '/dashboard' && profile ? plan : greeting}
        </Box>
      </Box>
    </Box>
  );
}
