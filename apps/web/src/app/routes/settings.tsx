import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { PreferencesTab } from '../../features/account/components/preferences-tab.tsx';
import { ProfileTab } from '../../features/account/components/profile-tab.tsx';
import { BillingUnavailable } from '../../features/billing/components/billing-problem.tsx';
import { BillingTab } from '../../features/billing/components/billing-tab.tsx';
import { AccountsTab } from '../../features/calendar-accounts/components/accounts-tab.tsx';
import { PhoneCard } from '../../features/phone/components/phone-card.tsx';
import { TextMessagesCard } from '../../features/phone/components/text-messages-card.tsx';
import { useViewer } from '../../lib/viewer.ts';
import { LoadingRow } from '../../ui/loading-row.tsx';
import { Page } from '../../ui/page-header.tsx';
import { useSignOut } from '../sign-out.ts';

const SecurityTab = lazy(async () => ({
  default: (await import('../../features/security/components/security-tab.tsx')).SecurityTab,
}));

const tabs = [
  { id: 'profile', label: 'Profile' },
  { id: 'accounts', label: 'Accounts' },
  { id: 'billing', label: 'Billing' },
  { id: 'preferences', label: 'Preferences' },
  // The four above keep their places; what is added comes after them.
  { id: 'security', label: 'Security' },
] as const;
type TabId = (typeof tabs)[number]['id'];
const DEFAULT_TAB: TabId = 'accounts';

/** Only the tab's own name is a choice; anything else shows the default. */
export function tabOf(value: string | null): TabId {
  return tabs.find(({ id }) => id === value)?.id ?? DEFAULT_TAB;
}

export function SettingsRoute() {
  const [query, setQuery] = useSearchParams();
  const { profile, isLoading } = useViewer();
  const signOut = useSignOut();
  const current = tabOf(query.get('tab'));
  return (
    <Page>
      <Tabs
        value={current}
        onChange={(_, tab: TabId) => setQuery({ tab })}
        aria-label="Settings"
        variant="scrollable"
        scrollButtons={false}
        selectionFollowsFocus={false}
      >
        {tabs.map(({ id, label }) => (
          <Tab key={id} value={id} label={label} id={`tab-${id}`} aria-controls="settings-panel" />
        ))}
      </Tabs>
      <Box role="tabpanel" id="settings-panel" aria-labelledby={`tab-${current}`}>
        {profile ? (
          <>
            {current === 'profile' && (
              <ProfileTab profile={profile} phone={<PhoneCard profile={profile} />} />
            )}
            {current === 'accounts' && <AccountsTab calendars={profile.settings.calendars} />}
            {current === 'billing' && <BillingTab settings={profile.settings} onLogout={signOut} />}
            {current === 'preferences' && (
              <Box sx={{ display: 'grid', gap: 3 }}>
                <PreferencesTab preferences={profile.settings.preferences} />
                <TextMessagesCard profile={profile} />
              </Box>
            )}
            {current === 'security' && (
              <Suspense fallback={<LoadingRow>Loading settings...</LoadingRow>}>
                <SecurityTab />
              </Suspense>
            )}
          </>
        ) : (
          (isLoading && <LoadingRow>Loading settings...</LoadingRow>) ||
          (current === 'billing' && <BillingUnavailable />)
        )}
      </Box>
    </Page>
  );
}
