import type { CalendarAccount } from '@dayloom/contracts';
import { ChevronDown, Star, Trash2 } from 'lucide-react';
import { formatTime } from '#lib/format-time.ts';
import { useNow } from '#lib/now.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Chip } from '#ui/chip.tsx';
import { LinearProgress } from '#ui/progress.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useSaveCalendar } from '../hooks/use-connection-changes.ts';
import {
  type ConnectedCalendar,
  domainNames,
  findLabel,
  getAccountName,
  typeNames,
} from '../model/connected-calendars.ts';
import { describeAccount } from '../model/sync-words.ts';
import { DomainGlyph } from './domain-glyph.tsx';
import { LabelField } from './label-field.tsx';
import { SyncLine } from './sync-line.tsx';
import './account-row.css';

const types = (['personal', 'work', 'other'] as const).map((value) => ({ value, label: typeNames[value] }));

interface AccountRowProps {
  calendar: ConnectedCalendar;
  /** Null while loading. */
  account: CalendarAccount | null;
  isOpen: boolean;
  /** The id of the collapsible part. */
  detailsId: string;
  onToggle: () => void;
  onRemove: () => void;
  onReconnect: () => void;
}

/** One connected account: its address, sync status, label, type and Remove button. */
export function AccountRow(props: AccountRowProps) {
  const { calendar, account, isOpen, detailsId, onToggle, onRemove, onReconnect } = props;
  const save = useSaveCalendar();
  const name = getAccountName(calendar);
  return (
    <div className="account-row account-row-columns">
      <div className="account-row-glyph">
        <DomainGlyph domain={calendar.domain} />
      </div>
      <div className="account-row-account" data-alone={!account || undefined}>
        <div className="account-row-name-line">
          <h3 className="account-row-name text-h3">
            <Address email={calendar.email} />
          </h3>
          {calendar.isPrimary && (
            <Chip tone="planned">
              <Star size={12} aria-hidden />
              Primary
            </Chip>
          )}
          <span className="account-row-provider text-caption">{domainNames[calendar.domain]}</span>
        </div>
      </div>
      {account && (
        <div className="account-row-status">
          <AccountStatus account={account} onReconnect={onReconnect} />
        </div>
      )}
      <div className="account-row-label">
        <LabelField
          name={name}
          label={findLabel(calendar) ?? ''}
          color={account?.calendars[0]?.color ?? null}
          onSave={(tags) => save({ id: calendar.id, tags })}
        />
      </div>
      <div className="account-row-type">
        <SelectField
          label={`Type of ${name}`}
          isLabelHidden
          value={calendar.type}
          options={types}
          onChange={(type) => save({ id: calendar.id, type })}
        />
      </div>
      <div className="account-row-buttons">
        <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <IconButton
          aria-label={`Calendars of ${name}`}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={onToggle}
        >
          <ChevronDown size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

/** Wraps an address too long for its line before the @. */
function Address({ email }: { email: string }) {
  const at = email.indexOf('@') + 1;
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  );
}

function AccountStatus({ account, onReconnect }: { account: CalendarAccount; onReconnect: () => void }) {
  const now = useNow();
  const { domain, state, failure, calendars } = account;
  const formatTimeHere = (instant: string) => formatTime(new Date(instant));
  const words = describeAccount(calendars, { now, formatTime: formatTimeHere, domain });
  const isPaused = state === 'reconnect_needed';
  if (isPaused || calendars.some(({ sync }) => sync.failure?.kind === 'reconnect_needed')) {
    const text = failure?.message || `${domainNames[domain]} asks you to sign in again.`;
    const more = words.more.filter((one) => one.includes('wait'));
    return (
      <div className="account-row-reconnect">
        <SyncLine words={isPaused ? { tone: 'soft', text, more } : words} />
        <Button size="small" onClick={onReconnect} aria-label={`Reconnect ${getAccountName(account)}`}>
          Reconnect
        </Button>
      </div>
    );
  }
  const isFirst = calendars.some(({ sync }) => sync.state === 'first_sync');
  return (
    <>
      <SyncLine words={words} />
      {isFirst && <FirstSyncBar name={account.email} />}
    </>
  );
}

/** The number of events is unknown, so the bar is indeterminate. */
export function FirstSyncBar({ name }: { name: string }) {
  return <LinearProgress aria-label={`First sync of ${name}`} className="account-row-first-sync" />;
}
