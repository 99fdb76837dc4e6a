import type { CalendarAccount, SyncedCalendar } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Switch from '@mui/material/Switch';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { formatTime } from '#lib/format-time.ts';
import { useNow } from '#lib/now.ts';
import { ColorMark } from '#ui/color-mark.tsx';
import { colors } from '#ui/tokens.ts';
import { useChangeCalendar, useMakePrimary, useSyncCalendar } from '../hooks/use-connections.ts';
import { domainNames } from '../model/connected-calendars.ts';
import { describeSync } from '../model/sync-words.ts';
import { FirstSyncBar } from './account-row.tsx';
import { SyncLine } from './sync-line.tsx';

interface AccountCalendarsProps {
  id: string;
  account: CalendarAccount;
  onReconnect: () => void;
}

/** The calendars of an account, each with its switches and sync status. */
export function AccountCalendars({ id, account, onReconnect }: AccountCalendarsProps) {
  const makePrimary = useMakePrimary();
  return (
    <Box id={id} sx={{ bgcolor: 'background.raised', borderTop: 1, borderColor: 'divider' }}>
      {account.calendars.length === 0 ? (
        <Box sx={{ p: 2.5, color: 'text.secondary' }}>
          Looking up its calendars. They appear here in a moment.
        </Box>
      ) : (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {account.calendars.map((calendar) => (
            <CalendarItem
              key={calendar.calendarId}
              calendar={calendar}
              account={account}
              onReconnect={onReconnect}
            />
          ))}
        </Box>
      )}
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          flexWrap: 'wrap',
          gap: 1.5,
          px: 2.5,
          py: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          typography: 'body2',
          color: 'text.secondary',
        }}
      >
        <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
          {account.isPrimary
            ? 'This is your primary account.'
            : 'The primary account comes first wherever accounts are listed.'}
          {account.serverUrl && ` Server: ${account.serverUrl}`}
        </Box>
        {!account.isPrimary && (
          <Button
            size="small"
            disabled={makePrimary.isPending}
            aria-label={`Make primary: ${account.email}`}
            onClick={() => makePrimary.mutate(account.id)}
          >
            Make primary
          </Button>
        )}
      </Box>
    </Box>
  );
}

interface CalendarItemProps {
  calendar: SyncedCalendar;
  account: CalendarAccount;
  onReconnect: () => void;
}

function CalendarItem({ calendar, account, onReconnect }: CalendarItemProps) {
  const now = useNow();
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
    <Box
      component="li"
      sx={{
        display: 'grid',
        gap: 1.25,
        px: 2.5,
        py: 1.75,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          // On a phone a failure needs the whole line; the button goes below it.
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          alignItems: 'flex-start',
          gap: 1.25,
        }}
      >
        <ColorMark color={calendar.color} sx={{ mt: '4px' }} />
        <Box
          sx={{
            flex: { xs: '1 1 calc(100% - 24px)', sm: 1 },
            minWidth: 0,
            display: 'grid',
            gap: 0.25,
          }}
        >
          <Box component="h4" sx={{ m: 0, typography: 'h4', overflowWrap: 'anywhere' }}>
            {name}
          </Box>
          <SyncLine words={words} />
          {calendar.sync.state === 'first_sync' && <FirstSyncBar name={name} />}
          {!calendar.isWritable && (
            <Box sx={{ typography: 'caption', fontWeight: 400, color: 'text.tertiary' }}>
              Read-only: {domainNames[account.domain]} does not allow changes from here.
            </Box>
          )}
        </Box>
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
      </Box>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-start',
          columnGap: 3,
          rowGap: 1,
          pl: { sm: '22px' },
        }}
      >
        <Toggle
          label="Synced"
          of={name}
          isOn={isSynced}
          onChange={(on) => change.mutate({ calendarId, isSynced: on })}
        />
        <Toggle
          label="Blocks time"
          of={name}
          isOn={calendar.blocksTime && isSynced}
          isDisabled={!isSynced || !mayBlock}
          onChange={(on) => change.mutate({ calendarId, blocksTime: on })}
          reason={
            !mayBlock && (
              <>
                On the free plan, only one account blocks time.{' '}
                <Link to="/settings?tab=billing" style={{ color: colors.secondaryText }}>
                  Upgrade
                </Link>
              </>
            )
          }
        />
        {calendar.isWritable && (
          <DefaultChoice
            of={name}
            isChosen={calendar.isDefault}
            isDisabled={!isSynced}
            onChoose={() => change.mutate({ calendarId, isDefault: true })}
          />
        )}
      </Box>
    </Box>
  );
}

function toLabelStyle(isDisabled: boolean) {
  return {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    minHeight: 28,
    typography: 'body2',
    cursor: isDisabled ? 'default' : 'pointer',
    color: isDisabled ? 'text.tertiary' : 'text.primary',
    '@media (pointer: coarse)': { minHeight: 44 },
  };
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
    <Box sx={{ display: 'grid', gap: 0.5, alignContent: 'start' }}>
      <Box
        component="label"
        sx={{
          ...toLabelStyle(isDisabled),
        }}
      >
        <Switch
          checked={isOn}
          disabled={isDisabled}
          onChange={(_, checked) => onChange(checked)}
          slotProps={{
            input: {
              role: 'switch',
              'aria-label': `${label}: ${of}`,
              ...(reason ? { 'aria-describedby': id } : {}),
            },
          }}
        />
        {label}
      </Box>
      {reason && (
        <Box id={id} sx={{ typography: 'caption', fontWeight: 400, color: 'text.tertiary' }}>
          {reason}
        </Box>
      )}
    </Box>
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
    <Box
      component="label"
      sx={{
        ...toLabelStyle(isDisabled),
        '& input': {
          appearance: 'none',
          width: 18,
          height: 18,
          m: 0,
          border: `1.5px solid ${colors.control}`,
          borderRadius: '50%',
          cursor: 'inherit',
        },
        '& input:checked': {
          borderColor: colors.primaryLight,
          background: `radial-gradient(circle, ${colors.primaryLight} 4.5px, transparent 5px)`,
        },
        '@media (forced-colors: active)': { '& input': { appearance: 'auto' } },
      }}
    >
      <input
        type="radio"
        name="where-new-events-go"
        checked={isChosen}
        disabled={isDisabled}
        aria-label={text.includes(of) ? text : `${text}: ${of}`}
        onChange={onChoose}
      />
      {text}
    </Box>
  );
}
