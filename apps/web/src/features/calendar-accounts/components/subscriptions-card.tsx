import type { SyncedCalendar } from '@dayloom/contracts';
import { Rss } from 'lucide-react';
import { useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { formatTime } from '#lib/format-time.ts';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { ColorMark } from '#ui/color-mark.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import {
  useChangeCalendar,
  useSubscribe,
  useSyncCalendar,
  useUnsubscribe,
} from '../hooks/use-connection-changes.ts';
import { describeSync } from '../model/sync-words.ts';
import { Toggle } from './account-calendars.tsx';
import { InlineForm } from './inline-form.tsx';
import { SyncLine } from './sync-line.tsx';
import './subscriptions-card.css';

/** Calendars that are read from an address: holidays, a team's fixtures, a school's terms. */
export function SubscriptionsCard({ subscriptions }: { subscriptions: readonly SyncedCalendar[] }) {
  const [isAdding, setIsAdding] = useState(false);
  const [leaving, setLeaving] = useState<SyncedCalendar | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useUnsubscribe();
  return (
    <Card aria-labelledby="subscriptions">
      <CardHeader
        id="subscriptions"
        title="Subscriptions"
        subtitle="Calendars from an .ics address: holidays, fixtures, terms. They are shown, and block time only if you choose so."
        action={
          !isAdding && (
            <Button onClick={() => setIsAdding(true)} startIcon={<Rss size={16} aria-hidden />}>
              Subscribe
            </Button>
          )
        }
      />
      {subscriptions.map((calendar) => (
        <SubscriptionRow
          key={calendar.calendarId}
          calendar={calendar}
          onRemove={() => {
            setLeaving(calendar);
            setIsAsking(true);
          }}
        />
      ))}
      {isAdding && <NewSubscription onClose={() => setIsAdding(false)} />}
      <ConfirmDialog
        isOpen={isAsking}
        title="Remove subscription"
        confirmLabel="Remove"
        isDestructive
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          if (leaving) remove.mutate(leaving.calendarId);
        }}
      >
        {`'${leaving?.name ?? ''}' is removed with its events. The address itself does not change.`}
      </ConfirmDialog>
    </Card>
  );
}

function SubscriptionRow({ calendar, onRemove }: { calendar: SyncedCalendar; onRemove: () => void }) {
  const now = useNow();
  const change = useChangeCalendar();
  const sync = useSyncCalendar();
  const { calendarId, name, color, url } = calendar;
  const formatTimeHere = (instant: string) => formatTime(new Date(instant));
  const act = calendar.sync.state === 'failing' ? 'Try now' : 'Sync now';
  return (
    <div className="subscriptions-card-subscription">
      <div className="subscriptions-card-about">
        <ColorMark color={color} className="subscriptions-card-color" />
        <div className="subscriptions-card-text">
          <h3 className="subscriptions-card-name text-h3">{name}</h3>
          <div className="subscriptions-card-url text-caption">{url}</div>
          <SyncLine words={describeSync(calendar, { now, formatTime: formatTimeHere, domain: null })} />
        </div>
      </div>
      <Toggle
        label="Blocks time"
        of={name}
        isOn={calendar.blocksTime}
        onChange={(on) => change({ calendarId, blocksTime: on })}
      />
      <div className="subscriptions-card-actions">
        <Button
          size="small"
          disabled={sync.isPending}
          className="subscriptions-card-sync"
          aria-label={`${act}: ${name}`}
          onClick={() => sync.mutate(calendarId)}
        >
          {act}
        </Button>
        <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  );
}

function NewSubscription({ onClose }: { onClose: () => void }) {
  const subscribe = useSubscribe();
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const { error } = subscribe;
  const fields = error instanceof ApiError ? error.fields : {};
  const problem = error ? getMessage(error, 'Subscribing to the calendar failed.') : undefined;
  return (
    <InlineForm
      isFirstWide
      submitLabel={subscribe.isPending ? 'Subscribing...' : 'Subscribe'}
      isDisabled={!url.trim() || subscribe.isPending}
      onSubmit={() => subscribe.mutate({ url: url.trim(), name: name.trim() }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field
        label="Address"
        placeholder="https://example.com/holidays.ics"
        value={url}
        problem={fields['name'] ? undefined : problem}
        ref={focusOnMount}
        onChange={(event) => {
          if (error) subscribe.reset();
          setUrl(event.target.value);
        }}
        maxLength={2_000}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        label="Name (optional)"
        value={name}
        problem={fields['name'] ? problem : undefined}
        onChange={(event) => setName(event.target.value)}
        maxLength={200}
      />
    </InlineForm>
  );
}
