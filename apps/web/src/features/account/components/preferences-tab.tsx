import type { Settings } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { SwitchRow } from '../../../ui/switch-row.tsx';

/** The toggles switch at once and hold while the page is open. */
export function PreferencesTab({ preferences }: { preferences: Settings['preferences'] }) {
  const { channels, subscriptions } = preferences.notifications;
  const [email, setEmail] = useState(channels.email);
  const [push, setPush] = useState(channels.push);
  const [promotions, setPromotions] = useState(subscriptions.promotions);
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 760 }}>
      <Card aria-labelledby="notification-settings">
        <CardHeader id="notification-settings" title="Notification Settings" />
        <SwitchRow
          title="Email Notifications"
          description="Receive email updates about your account activity"
          isOn={email}
          onChange={setEmail}
        />
        <SwitchRow
          title="Push Notifications"
          description="Receive push notifications in your browser"
          isOn={push}
          onChange={setPush}
        />
      </Card>
      <Card aria-labelledby="communication-preferences">
        <CardHeader id="communication-preferences" title="Communication Preferences" />
        <SwitchRow
          title="Marketing Communications"
          description="Receive updates about new features and promotions"
          isOn={promotions}
          onChange={setPromotions}
        />
      </Card>
    </Box>
  );
}
