import type { Profile } from '@dayloom/contracts';
import { HintsCard } from '#features/hints/components/hints-card.tsx';
import { PushBrowserRow } from '#features/notifications/components/push-browser-row.tsx';
import { usePush } from '#features/notifications/hooks/use-push.ts';
import { TextMessagesCard } from '#features/phone/components/text-messages-card.tsx';
import { AppearanceCard } from '#features/preferences/components/appearance-card.tsx';
import { PreferencesTab } from '#features/preferences/components/preferences-tab.tsx';
import { RemindersCards } from '#features/reminders/components/reminders-card.tsx';
import './preferences-panel.css';

/** The messages that the user gets, and how. */
export function PreferencesPanel({ profile }: { profile: Profile }) {
  const push = usePush();
  return (
    <div className="preferences-panel">
      <PreferencesTab
        preferences={profile.settings.preferences}
        browser={<PushBrowserRow push={push} />}
        onPush={(isOn) => void push.set(isOn)}
      />
      <AppearanceCard />
      <div className="preferences-panel-hints">
        <HintsCard hints={profile.settings.hints} />
      </div>
      <RemindersCards />
      <TextMessagesCard profile={profile} />
    </div>
  );
}
