import type { Settings } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import { Card, CardHeader, CardRow } from '../../../ui/card.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { type ConnectedCalendar, domainNames, labelOf, sortCalendars } from '../connected-calendars.ts';
import { ImportCard } from './import-card.tsx';

export function AccountsTab({ calendars }: { calendars: Settings['calendars'] }) {
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0,1fr)' }}>
      <Card aria-labelledby="connected-accounts">
        <CardHeader
          id="connected-accounts"
          title="Connected Accounts"
          subtitle="Manage third-party services connected to your account."
        />
        {calendars.length === 0 ? (
          <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
            <EmptyState headingLevel="h3" title="No calendar is connected">
              The built-in calendar works without one. Bring what you have with an .ics file: every calendar
              can save one.
            </EmptyState>
          </Box>
        ) : (
          sortCalendars(calendars).map((calendar) => <CalendarRow key={calendar.id} calendar={calendar} />)
        )}
      </Card>
      <ImportCard />
    </Box>
  );
}

function CalendarRow({ calendar }: { calendar: ConnectedCalendar }) {
  const label = labelOf(calendar);
  return (
    <CardRow sx={{ flexWrap: 'wrap' }}>
      <Box sx={{ flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 500, display: 'flex', gap: 1, alignItems: 'center' }}>
          {calendar.email}
          {calendar.isPrimary && <Chip tone="planned">Primary</Chip>}
        </Box>
        <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>{domainNames[calendar.domain]}</Box>
      </Box>
      {label && <Chip>{label}</Chip>}
      <Chip>{calendar.type}</Chip>
    </CardRow>
  );
}
