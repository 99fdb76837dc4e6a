import type { EventType } from '@dayloom/contracts';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useViewer } from '#lib/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { SwitchRow } from '#ui/switch-row.tsx';
import { useBookingSettings, useEventTypeActions, useEventTypes } from '../hooks/use-event-types.ts';
import { newDraft, toDraft } from '../model/draft.ts';
import { EmbedCard } from './embed-card.tsx';
import { EventTypeSheet } from './event-type-sheet.tsx';
import { EventTypesCard } from './event-types-card.tsx';
import './booking-tab.css';

const COPIED_MS = 2_000;

/** Everything about the public booking page of the viewer. */
export function BookingTab() {
  const { profile } = useViewer();
  const { settings, isPending: areSettingsPending } = useBookingSettings();
  const { isPending: areEventTypesPending } = useEventTypes();
  const { changeSettings } = useEventTypeActions();
  /** The event type in the sheet; `new` for a new one. */
  const [edited, setEdited] = useState<EventType | 'new' | null>(null);
  const address = profile?.publicProfileLink ?? '';
  return (
    <div className="booking-tab">
      <Card aria-labelledby="public-page">
        <CardHeader
          id="public-page"
          title="Your booking page"
          subtitle="Anyone who has this address can book time with you. Only free times are offered."
        />
        <CardBody className="booking-tab-page">
          <span className="booking-tab-address">{address}</span>
          <CopyButton text={address} holdMs={COPIED_MS} />
          <Button
            href={address}
            target="_blank"
            rel="noopener"
            startIcon={<ExternalLink size={16} aria-hidden />}
          >
            Open
          </Button>
        </CardBody>
        {settings && (
          <SwitchRow
            title="Others may book you together with them"
            description="Addresses with several names, such as /maya+leo, offer the times at which all are free."
            isOn={settings.allowsSharedLinks}
            onChange={(allowsSharedLinks) => changeSettings({ allowsSharedLinks })}
          />
        )}
      </Card>
      <EventTypesCard onEdit={setEdited} onNew={() => setEdited('new')} />
      {/* After everything above it has loaded, because it would move away under the pointer. */}
      {address && !areSettingsPending && !areEventTypesPending && <EmbedCard address={address} />}
      {edited && (
        <EventTypeSheet
          edited={edited === 'new' ? null : edited}
          initial={edited === 'new' ? newDraft() : toDraft(edited)}
          address={address}
          conference={settings?.conference ?? null}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
