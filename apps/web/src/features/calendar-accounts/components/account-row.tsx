import type { CalendarAccount } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { ChevronDown, Star, Trash2 } from 'lucide-react';
import { formatTime } from '#lib/format-time.ts';
import { useNow } from '#lib/now.ts';
import { Chip } from '#ui/chip.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useSaveCalendar } from '../hooks/use-connections.ts';
import {
  type ConnectedCalendar,
  domainNames,
  findLabel,
  nameOfAccount,
  typeNames,
} from '../model/connected-calendars.ts';
import { describeAccount } from '../model/sync-words.ts';
import { DomainGlyph } from './domain-glyph.tsx';
import { LabelField } from './label-field.tsx';
import { SyncLine } from './sync-line.tsx';

const types = (['personal', 'work', 'other'] as const).map((value) => ({ value, label: typeNames[value] }));

/** Shared by the header and all rows, so that the columns align. */
export const accountColumns = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 1.5,
  px: 2.5,
  gridTemplateColumns: {
    xs: 'minmax(0,1fr) 44px auto',
    md: '40px minmax(0,1fr) 176px 136px auto',
  },
} as const;

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
  const name = nameOfAccount(calendar);
  return (
    <Box
      sx={{
        ...accountColumns,
        rowGap: { xs: 1.25, md: 0.25 },
        py: 1.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box sx={{ display: { xs: 'none', md: 'block' }, gridRow: '1 / 3' }}>
        <DomainGlyph domain={calendar.domain} />
      </Box>
      <Box
        sx={{
          minWidth: 0,
          gridColumn: { xs: '1 / 3', md: 2 },
          // Without a second line it is centred vertically.
          gridRow: { xs: 1, md: account ? 1 : '1 / 3' },
        }}
      >
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Box component="h3" sx={{ m: 0, typography: 'h3', minWidth: 0, overflowWrap: 'anywhere' }}>
            <Address email={calendar.email} />
          </Box>
          {calendar.isPrimary && (
            <Chip tone="planned">
              <Star size={12} aria-hidden />
              Primary
            </Chip>
          )}
          <Box component="span" sx={{ typography: 'caption', fontWeight: 400, color: 'text.tertiary' }}>
            {domainNames[calendar.domain]}
          </Box>
        </Box>
      </Box>
      {account && (
        <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', md: 2 }, gridRow: 2 }}>
          <AccountStatus account={account} onReconnect={onReconnect} />
        </Box>
      )}
      <Box sx={{ gridColumn: { xs: 1, md: 3 }, gridRow: { xs: 3, md: '1 / 3' }, minWidth: 0 }}>
        <LabelField
          name={name}
          label={findLabel(calendar) ?? ''}
          color={account?.calendars[0]?.color ?? null}
          onSave={(tags) => save.mutate({ id: calendar.id, tags })}
        />
      </Box>
      <Box sx={{ gridColumn: { xs: '2 / 4', md: 4 }, gridRow: { xs: 3, md: '1 / 3' }, minWidth: 0 }}>
        <SelectField
          label={`Type of ${name}`}
          isLabelHidden
          value={calendar.type}
          options={types}
          onChange={(type) => save.mutate({ id: calendar.id, type })}
        />
      </Box>
      <Box
        sx={{
          display: 'flex',
          gridColumn: { xs: 3, md: 5 },
          gridRow: { xs: 1, md: '1 / 3' },
          '@media (pointer: coarse)': { '& > button': { width: 44, height: 44 } },
        }}
      >
        <IconButton aria-label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
        <IconButton
          aria-label={`Calendars of ${name}`}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={onToggle}
        >
          <ChevronDown
            size={18}
            strokeWidth={1.75}
            aria-hidden
            style={{ transform: isOpen ? 'rotate(180deg)' : undefined }}
          />
        </IconButton>
      </Box>
    </Box>
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
  if (state === 'reconnect_needed') {
    const message = failure?.message || `${domainNames[domain]} asks you to sign in again.`;
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <SyncLine
          words={{ tone: 'soft', text: message, more: words.more.filter((one) => one.includes('wait')) }}
        />
        <Button size="small" onClick={onReconnect} aria-label={`Reconnect ${nameOfAccount(account)}`}>
          Reconnect
        </Button>
      </Box>
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
  return (
    <LinearProgress
      aria-label={`First sync of ${name}`}
      sx={{
        mt: 0.5,
        maxWidth: 240,
        height: 4,
        borderRadius: 99,
        bgcolor: 'background.overlay',
        '& .MuiLinearProgress-bar': { bgcolor: 'primary.light' },
        '@media (prefers-reduced-motion: reduce)': {
          '& .MuiLinearProgress-bar': { animation: 'none', left: 0, right: '60%' },
        },
      }}
    />
  );
}
