import type { CalendarAccount } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import { ChevronDown, Star, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/now.ts';
import { Chip } from '../../../ui/chip.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import {
  type ConnectedCalendar,
  domainNames,
  labelOf,
  nameOfAccount,
  typeNames,
} from '../connected-calendars.ts';
import { useSaveCalendar } from '../hooks.ts';
import { tellAccount } from '../sync-words.ts';
import { DomainGlyph } from './domain-glyph.tsx';
import { LabelField } from './label-field.tsx';
import { SyncLine } from './sync-line.tsx';

const types = (['personal', 'work', 'other'] as const).map((value) => ({ value, label: typeNames[value] }));

/** Of the head and of each row, so that the columns stand under one another. */
export const accountColumns = {
  display: 'grid',
  alignItems: 'center',
  columnGap: 1.5,
  px: { xs: 2, sm: 2.5 },
  gridTemplateColumns: {
    xs: '40px minmax(0,1fr) minmax(0,1fr) auto',
    md: '40px minmax(0,1fr) 176px 136px auto',
  },
} as const;

interface AccountRowProps {
  calendar: ConnectedCalendar;
  /** Null while it is on its way. */
  account: CalendarAccount | null;
  isOpen: boolean;
  /** The part that opens below. */
  detailsId: string;
  onToggle: () => void;
  onRemove: () => void;
  onReconnect: () => void;
}

/** One connected account: what it is, how far it is in step, its label and type, and the way out. */
export function AccountRow(props: AccountRowProps) {
  const { calendar, account, isOpen, detailsId, onToggle, onRemove, onReconnect } = props;
  const save = useSaveCalendar();
  const name = nameOfAccount(calendar);
  const nameId = useId();
  return (
    <Box sx={{ ...accountColumns, rowGap: 1.5, py: 1.5, borderTop: 1, borderColor: 'divider' }}>
      <DomainGlyph domain={calendar.domain} />
      <Box
        sx={{ minWidth: 0, gridColumn: { xs: '2 / 4', md: 'auto' }, display: 'grid', gap: 0.25 }}
        id={nameId}
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
        {account && <AccountStatus account={account} onReconnect={onReconnect} />}
      </Box>
      <Box sx={{ gridColumn: { xs: '1 / 3', md: 'auto' }, gridRow: { xs: 2, md: 'auto' }, minWidth: 0 }}>
        <LabelField
          name={name}
          label={labelOf(calendar) ?? ''}
          onSave={(tags) => save.mutate({ id: calendar.id, tags })}
        />
      </Box>
      <Box sx={{ gridColumn: { xs: '3 / 5', md: 'auto' }, gridRow: { xs: 2, md: 'auto' }, minWidth: 0 }}>
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
          gridColumn: { xs: 4, md: 5 },
          gridRow: 1,
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

/** An address too long for its line breaks behind the @ first. */
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
  const timeOf = (instant: string) => formatTime(new Date(instant));
  const words = tellAccount(calendars, { now, timeOf, domain });
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

/** Nobody knows how many events there are, so the bar tells only that it goes on. */
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
        '@media (prefers-reduced-motion: reduce)': { '& .MuiLinearProgress-bar': { animation: 'none' } },
      }}
    />
  );
}
