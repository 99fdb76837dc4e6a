import type { Hints } from '@dayloom/contracts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { SwitchRow } from '#ui/switch-row.tsx';
import { useHintSettings } from '../hooks/use-hint-settings.ts';

/** Turns hints on and off, and makes them come again. */
export function HintsCard({ hints }: { hints: Hints }) {
  const save = useHintSettings();
  return (
    <Card aria-labelledby="hints">
      <CardHeader
        id="hints"
        title="Hints"
        action={
          hints.isOn &&
          hints.seen.length > 0 && (
            <Button variant="text" size="small" onClick={() => save({ seen: [] })}>
              Show all again
            </Button>
          )
        }
      />
      <SwitchRow
        title="Show hints"
        description="A short tip where one helps, each shown once"
        isOn={hints.isOn}
        onChange={(isOn) => save({ isOn })}
      />
    </Card>
  );
}
