import type { CalendarAccount, SyncedCalendar } from '@dayloom/contracts';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatTime } from '#lib/format-time.ts';
import { useNow } from '#lib/now.ts';
import { premiumOffer } from '#lib/premium-offer.ts';
import { useViewer } from '#lib/viewer.ts';
import { Button } from '#ui/button.tsx';
import { ColorMark } from '#ui/color-mark.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { Switch } from '#ui/switch.tsx';
import { useChangeCalendar, useMakePrimary, useSyncCalendar } from '../hooks/use-connection-changes.ts';
import { domainNames } from '../model/connected-calendars.ts';
import { describeSync } from '../model/sync-words.ts';
import { FirstSyncBar } from './account-row.tsx';
import { SyncLine } from './sync-line.tsx';
import './account-calendars.css';

interface AccountCalendarsProps {
  id: string;
  account: CalendarAccount;
  onReconnect: () => void;
}

/** The calendars of an account, each with its switches and sync status. */
export function AccountCalendars({ id, account, onReconnect }: AccountCalendarsProps) {
  const { makePrimary, isPending } = useMakePrimary();
  return (
    <div id={id} className="account-calendars">
      {account.calendars.length === 0 ? (
        <div className="account-calendars-none">Finding its calendars. They appear here in a moment.</div>
      ) : (
        <ul className="account-calendars-list">
          {account.calendars.map((calendar) => (
            <CalendarItem
              key={calendar.calendarId}
              calendar={calendar}
              account={account}
              onReconnect={onReconnect}
            />
          ))}
        </ul>
      )}
      <div className="account-calendars-foot text-small">
        <div className="account-calendars-foot-text">
          {account.isPrimary
            ? 'This is your primary account.'
            : 'The primary account comes first wherever accounts are listed.'}
          {account.serverUrl && ` Server: ${account.serverUrl}`}
        </div>
        {!account.isPrimary && (
          <Button
            size="small"
            disabled={isPending}
            aria-label={`Make primary: ${account.email}`}
            onClick={() => makePrimary(account.id)}
          >
            Make primary
          </Button>
        )}
      </div>
    </div>
  );
}

interface CalendarItemProps {
  calendar: SyncedCalendar;
  account: CalendarAccount;
  onReconnect: () => void;
}

function CalendarItem({ calendar, account, onReconnect }: CalendarItemProps) {
  const now = useNow();
  const { profile } = useViewer();
  const change = useChangeCalendar();
  const sync = useSyncCalendar();
  const { calendarId, name, isSynced } = calendar;
  const formatTimeHere = (instant: string) => formatTime(new Date(instant));
  const words = describeSync(calendar, { now, formatTime: formatTimeHere, domain: account.domain });
  const mayBlock = account.mayBlockTime || calendar.blocksTime;
  // Retrying would not help: this calendar is no longer accessible.
  const needsOwner = calendar.sync.failure?.kind === 'reconnect_needed';
  const act = calendar.sync.state === 'failing' ? 'Try now' : 'Sync now';
  return (
    <li className="account-calendars-calendar">
      <div className="account-calendars-head">
        <ColorMark color={calendar.color} className="account-calendars-color" />
        <div className="account-calendars-text">
          <h4 className="account-calendars-name text-h3">{name}</h4>
          <SyncLine words={words} />
          {calendar.sync.state === 'first_sync' && <FirstSyncBar name={name} />}
          {!calendar.isWritable && (
            <div className="account-calendars-note text-caption">
              Read-only: {domainNames[account.domain]} does not allow changes from here.
            </div>
          )}
        </div>
        {needsOwner && account.state === 'connected' && (
          <Button size="small" aria-label={`Reconnect: ${name}`} onClick={onReconnect}>
            Reconnect
          </Button>
        )}
        {isSynced && !needsOwner && calendar.sync.state !== 'paused' && (
          <Button
            size="small"
            disabled={sync.isPending}
            aria-label={`${act}: ${name}`}
            startIcon={<RefreshCw size={14} aria-hidden />}
            onClick={() => sync.mutate(calendarId)}
          >
            {act}
          </Button>
        )}
      </div>
      <div className="account-calendars-switches">
        <Toggle
          label="Synced"
          of={name}
          isOn={isSynced}
          onChange={(on) => change({ calendarId, isSynced: on })}
        />
        <Toggle
          label="Blocks time"
          of={name}
          isOn={calendar.blocksTime && isSynced}
          isDisabled={!isSynced || !mayBlock}
          onChange={(on) => change({ calendarId, blocksTime: on })}
          reason={
            !mayBlock && (
              <>
                On the free plan, only one account blocks time.{' '}
                <PageLink to="/settings?tab=billing" className="account-calendars-upgrade">
                  {profile && premiumOffer(profile.settings)}
                </PageLink>
              </>
            )
          }
        />
        {calendar.isWritable && (
          <DefaultChoice
            of={name}
            isChosen={calendar.isDefault}
            isDisabled={!isSynced}
            onChoose={() => change({ calendarId, isDefault: true })}
          />
        )}
      </div>
    </li>
  );
}

interface ToggleProps {
  label: string;
  /** The name of its calendar, for screen readers. */
  of: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
  /** Why it cannot be switched. */
  reason?: ReactNode;
}

export function Toggle({ label, of, isOn, isDisabled = false, onChange, reason }: ToggleProps) {
  const id = useId();
  return (
    <div className="account-calendars-toggle">
      <label className="account-calendars-switch text-small" data-disabled={isDisabled || undefined}>
        <Switch
          checked={isOn}
          disabled={isDisabled}
          onChange={onChange}
          aria-label={`${label}: ${of}`}
          aria-describedby={reason ? id : undefined}
        />
        {label}
      </label>
      {reason && (
        <div id={id} className="account-calendars-note text-caption">
          {reason}
        </div>
      )}
    </div>
  );
}

interface DefaultChoiceProps {
  of: string;
  text?: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
}

/** One radio group across the calendars of all accounts, with the usual arrow keys. */
export function DefaultChoice(props: DefaultChoiceProps) {
  const { of, text = 'New events go here', isChosen, isDisabled = false, onChoose } = props;
  return (
    <label className="account-calendars-switch text-small" data-disabled={isDisabled || undefined}>
      <input
        className="account-calendars-radio"
        type="radio"
        name="where-new-events-go"
        checked={isChosen}
        disabled={isDisabled}
        aria-label={text.includes(of) ? text : `${text}: ${of}`}
        onChange={onChoose}
      />
      {text}
    </label>
  );
}
