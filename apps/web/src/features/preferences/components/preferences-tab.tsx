import type { Settings } from '@dayloom/contracts';
import type { ReactNode } from 'react';
import { Card, CardHeader } from '#ui/card.tsx';
import { SwitchRow } from '#ui/switch-row.tsx';
import { usePreferenceToggles } from '../hooks/use-preferences.ts';
import './preferences-tab.css';

interface PreferencesTabProps {
  preferences: Settings['preferences'];
  /** Shown while push notifications are on: what this browser does. */
  browser: ReactNode;
  /** Push notifications were switched, which needs something of this browser. */
  onPush: (isOn: boolean) => void;
}

export function PreferencesTab({ preferences, browser, onPush }: PreferencesTabProps) {
  const { toggles, toggle } = usePreferenceToggles(preferences);
  return (
    <div className="preferences-tab">
      <Card aria-labelledby="notification-settings">
        <CardHeader id="notification-settings" title="Notification Settings" />
        <SwitchRow
          title="Email Notifications"
          description="Receive email updates about your account activity"
          isOn={toggles.email}
          onChange={(isOn) => toggle('email', isOn)}
        />
        <SwitchRow
          title="Push Notifications"
          description="Receive push notifications in your browser"
          isOn={toggles.push}
          onChange={(isOn) => {
            toggle('push', isOn);
            onPush(isOn);
          }}
        />
        {toggles.push && browser}
      </Card>
      <Card aria-labelledby="communication-preferences">
        <CardHeader id="communication-preferences" title="Communication Preferences" />
        <SwitchRow
          title="Marketing Communications"
          description="Receive updates about new features and promotions"
          isOn={toggles.promotions}
          onChange={(isOn) => toggle('promotions', isOn)}
        />
      </Card>
    </div>
  );
}
