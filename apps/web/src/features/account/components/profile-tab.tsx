import type { Profile } from '@dayloom/contracts';
import type { ReactNode } from 'react';
import { ProfileForm } from './profile-form.tsx';
import { ReferralCard } from './referral-card.tsx';
import './profile-tab.css';

interface ProfileTabProps {
  profile: Profile;
  /** The phone card: first in one column, to the right of the form in two. */
  phone: ReactNode;
}

export function ProfileTab({ profile, phone }: ProfileTabProps) {
  return (
    <div className="profile-tab">
      <div className="profile-tab-phone">{phone}</div>
      <div className="profile-tab-form">
        <ProfileForm profile={profile} />
      </div>
      <div className="profile-tab-referral">
        <ReferralCard code={profile.referralCode} />
      </div>
    </div>
  );
}
