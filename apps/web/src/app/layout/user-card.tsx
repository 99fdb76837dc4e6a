import { getGreeting } from '#lib/greeting.ts';
import { useNow } from '#lib/now.ts';
import { useLocation } from '#lib/use-router.tsx';
import { useViewer } from '#lib/viewer.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { VerifiedBadge } from '#ui/verified-badge.tsx';
import './user-card.css';

/** The signed-in user. The dashboard has its own greeting, so the card shows the user's plan there. */
export function UserCard() {
  const { profile, isLoading } = useViewer();
  const { pathname } = useLocation();
  const greeting = getGreeting(useNow().getHours());
  const plan = (profile?.settings.accountStatus ?? 'FREE') === 'FREE' ? 'Free plan' : 'Premium';
  return (
    <div className="user-card">
      {profile ? (
        <Avatar firstName={profile.firstName} lastName={profile.lastName} photoUrl={profile.photoUrl} />
      ) : (
        <Skeleton variant="circular" width={32} height={32} animation={isLoading ? 'wave' : false} />
      )}
      <div className="user-card-words">
        <div className="user-card-name text-small">
          <span className="user-card-name-text">
            {profile ? (
              `${profile.firstName} ${profile.lastName}`
            ) : (
              <Skeleton width={96} height={12} animation={isLoading ? 'wave' : false} />
            )}
          </span>
          {profile?.settings.verifyMobileData.isMobileVerified && <VerifiedBadge />}
        </div>
        <div className="user-card-detail text-caption">
          {pathname === '/dashboard' && profile ? plan : greeting}
        </div>
      </div>
    </div>
  );
}
