import { useSyncExternalStore } from 'react';
import { chooseTheme, readTheme, type Theme, watchTheme } from '#lib/theme.ts';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import './appearance-card.css';

const options: readonly { value: Theme; label: string }[] = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'system', label: 'Like this device' },
];

/** The theme of this browser. It is not part of the account: a phone may be light and a desk dark. */
export function AppearanceCard() {
  const theme = useSyncExternalStore(watchTheme, readTheme);
  return (
    <Card className="appearance-card" aria-labelledby="appearance">
      <CardHeader id="appearance" title="Appearance" />
      <CardRow className="appearance-card-row">
        <p className="appearance-card-text text-small">The theme of this browser</p>
        <SegmentedControl label="Theme" value={theme} options={options} onChange={chooseTheme} />
      </CardRow>
    </Card>
  );
}
