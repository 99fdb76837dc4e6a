import type { Profile } from '@dayloom/contracts';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { ProfileTab } from '#features/account/components/profile-tab.tsx';
import { describeScopes } from '#features/api-tokens/model/scopes.ts';
import { BillingUnavailable } from '#features/billing/components/billing-problem.tsx';
import { BillingTab } from '#features/billing/components/billing-tab.tsx';
import { useProviderReturn } from '#features/calendar-accounts/hooks/use-connect.ts';
import { PhoneCard } from '#features/phone/components/phone-card.tsx';
import { useImportReturn } from '#features/tasks/hooks/use-import-return.ts';
import { loadPart } from '#lib/page-shown.ts';
import { useSearchParams } from '#lib/use-router.tsx';
import { useViewer } from '#lib/viewer.ts';
import { LoadingRow } from '#ui/loading-row.tsx';
import { Page } from '#ui/page-header.tsx';
import { Tab, Tabs } from '#ui/tabs.tsx';
import { useSignOut } from '../sign-out.ts';
import './settings.css';

const loadAccountsTab = () =>
  loadPart(() => import('#features/calendar-accounts/components/accounts-tab.tsx'));
const AccountsTab = lazy(async () => ({ default: (await loadAccountsTab()).AccountsTab }));
const SecurityTab = lazy(async () => ({
  default: (await import('#features/security/components/security-tab.tsx')).SecurityTab,
}));

const HoursTab = lazy(async () => ({
  default: (await import('#features/preferences/components/hours-tab.tsx')).HoursTab,
}));
const SchedulingTab = lazy(async () => ({
  default: (await import('#features/preferences/components/scheduling-tab.tsx')).SchedulingTab,
}));
const BookingTab = lazy(async () => ({
  default: (await import('#features/event-types/components/booking-tab.tsx')).BookingTab,
}));
const TokensTab = lazy(async () => ({
  default: (await import('#features/api-tokens/components/tokens-tab.tsx')).TokensTab,
}));
const AgentsSection = lazy(async () => ({
  default: (await import('#features/agents/components/agents-section.tsx')).AgentsSection,
}));
const PreferencesPanel = lazy(async () => ({
  default: (await import('./preferences-panel.tsx')).PreferencesPanel,
}));
const DataPanel = lazy(async () => ({ default: (await import('./data-panel.tsx')).DataPanel }));

/** The four tabs of the specification come first; the others follow after a divider. */
const tabs = [
  { id: 'profile', label: 'Profile' },
  { id: 'accounts', label: 'Accounts' },
  { id: 'billing', label: 'Billing' },
  { id: 'preferences', label: 'Preferences' },
  { id: 'hours', label: 'Working hours' },
  { id: 'scheduling', label: 'Scheduling' },
  { id: 'booking', label: 'Booking' },
  { id: 'security', label: 'Security' },
  { id: 'tokens', label: 'Apps and tokens' },
  { id: 'data', label: 'Data' },
] as const;
const FIRST_BEHIND_THE_LINE = 'hours';
type TabId = (typeof tabs)[number]['id'];
const DEFAULT_TAB: TabId = 'accounts';

/** Unknown values select the default tab. */
export function toTab(value: string | null): TabId {
  return tabs.find(({ id }) => id === value)?.id ?? DEFAULT_TAB;
}

export function SettingsRoute() {
  const [query, setQuery] = useSearchParams();
  const { profile, isLoading } = useViewer();
  const signOut = useSignOut();
  const current = toTab(query.get('tab'));
  const isAccounts = current === DEFAULT_TAB;
  // Does not wait for the profile.
  useEffect(() => {
    if (isAccounts) void loadAccountsTab().catch(() => {});
  }, [isAccounts]);
  useProviderReturn();
  useImportReturn();
  const loading = <LoadingRow>Loading settings...</LoadingRow>;
  return (
    <Page>
      <Tabs value={current} onChange={(tab) => setQuery({ tab })} aria-label="Settings" hasArrows>
        {tabs.map(({ id, label }) => (
          <Tab
            key={id}
            value={id}
            label={label}
            id={`tab-${id}`}
            aria-controls="settings-panel"
            className={id === FIRST_BEHIND_THE_LINE ? 'settings-behind-line' : undefined}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id="settings-panel" aria-labelledby={`tab-${current}`}>
        {profile ? (
          <Suspense fallback={loading}>
            <Panel tab={current} profile={profile} onSignOut={signOut} />
          </Suspense>
        ) : (
          (isLoading && loading) || (current === 'billing' && <BillingUnavailable />)
        )}
      </div>
    </Page>
  );
}

function Panel({ tab, profile, onSignOut }: { tab: TabId; profile: Profile; onSignOut: () => void }) {
  const { settings, email } = profile;
  const panels: Record<TabId, () => ReactNode> = {
    profile: () => <ProfileTab profile={profile} phone={<PhoneCard profile={profile} />} />,
    accounts: () => <AccountsTab calendars={settings.calendars} />,
    billing: () => <BillingTab settings={settings} onLogout={onSignOut} />,
    preferences: () => <PreferencesPanel profile={profile} />,
    hours: () => <HoursTab settings={settings} />,
    scheduling: () => <SchedulingTab scheduling={settings.scheduling} />,
    booking: () => <BookingTab />,
    security: () => <SecurityTab />,
    tokens: () => (
      <>
        <AgentsSection describeScopes={describeScopes} />
        <TokensTab />
      </>
    ),
    data: () => <DataPanel email={email} />,
  };
  return panels[tab]();
}
