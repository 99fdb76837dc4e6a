import type { Settings } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useStartConnection } from '../connect.ts';
import type { CalendarDomain } from '../connected-calendars.ts';
import { useConnections } from '../hooks.ts';
import { AccountsCard } from './accounts-card.tsx';
import { AppleDialog } from './apple-dialog.tsx';
import { ConflictsCard } from './conflicts-card.tsx';
import { ConnectCard } from './connect-card.tsx';
import { CopiesCard } from './copies-card.tsx';
import { CreatedEventsCard } from './created-events-card.tsx';
import { ImportCard } from './import-card.tsx';
import { SubscriptionsCard } from './subscriptions-card.tsx';
import { UnsentCard } from './unsent-card.tsx';

/** Everything that comes from calendars elsewhere, and goes there. */
export function AccountsTab({ calendars }: { calendars: Settings['calendars'] }) {
  const connections = useConnections();
  const start = useStartConnection();
  const [apple, setApple] = useState<{ serverUrl: string; username: string } | null>(null);
  const { accounts = [], subscriptions = [], mirrors = [], conflicts = [] } = connections.data ?? {};
  const connect = (domain: CalendarDomain, known?: { serverUrl: string | null; email: string }) => {
    if (domain !== 'apple') start.mutate(domain);
    else setApple({ serverUrl: known?.serverUrl ?? '', username: known?.email ?? '' });
  };
  const starting = start.isPending ? start.variables : null;
  const hasAccounts = calendars.length > 0;
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0,1fr)' }}>
      <ConflictsCard conflicts={conflicts.filter(({ kind }) => kind === 'both_changed')} />
      <UnsentCard unsent={conflicts.filter(({ kind }) => kind !== 'both_changed')} />
      <AccountsCard calendars={calendars} connections={connections} starting={starting} onConnect={connect} />
      {hasAccounts && <ConnectCard onConnect={connect} starting={starting} />}
      {(hasAccounts || mirrors.length > 0) && <CopiesCard mirrors={mirrors} accounts={accounts} />}
      <SubscriptionsCard subscriptions={subscriptions} />
      <ImportCard />
      {hasAccounts && <CreatedEventsCard />}
      {apple && <AppleDialog known={apple} onClose={() => setApple(null)} />}
    </Box>
  );
}
