import type { Settings } from '@dayloom/contracts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStartConnection } from '../hooks/use-connect.ts';
import { useConnections } from '../hooks/use-connections.ts';
import { type CalendarDomain, namesInHistory } from '../model/connected-calendars.ts';
import { AccountsCard } from './accounts-card.tsx';
import { AppleDialog } from './apple-dialog.tsx';
import { ConflictsCard } from './conflicts-card.tsx';
import { ConnectCard } from './connect-card.tsx';
import { ImportCard } from './import-card.tsx';
import { MirrorsCard } from './mirrors-card.tsx';
import { RecentSyncCard } from './recent-sync-card.tsx';
import { SubscriptionsCard } from './subscriptions-card.tsx';
import { UnsentCard } from './unsent-card.tsx';
import './accounts-tab.css';

/** All calendars from outside, and what is sent to them. */
export function AccountsTab({ calendars }: { calendars: Settings['calendars'] }) {
  const connections = useConnections();
  const start = useStartConnection();
  const [apple, setApple] = useState<{ serverUrl: string; username: string } | null>(null);
  const {
    accounts = [],
    subscriptions = [],
    mirrors = [],
    conflicts = [],
    history = [],
  } = connections.data ?? {};
  const connect = (domain: CalendarDomain, known?: { serverUrl: string | null; email: string }) => {
    if (domain !== 'apple') start.mutate({ domain, account: known?.email });
    else setApple({ serverUrl: known?.serverUrl ?? '', username: known?.email ?? '' });
  };
  const starting = start.isPending ? start.variables.domain : null;
  const hasAccounts = calendars.length > 0;
  const accountsRef = useRef<HTMLElement>(null);
  const tabRef = useFocusOnNext(conflicts.length, accountsRef);
  return (
    <div ref={tabRef} className="accounts-tab">
      <ConflictsCard conflicts={conflicts.filter(({ kind }) => kind === 'both_changed')} />
      <UnsentCard unsent={conflicts.filter(({ kind }) => kind !== 'both_changed')} />
      <AccountsCard
        calendars={calendars}
        connections={connections}
        starting={starting}
        onConnect={connect}
        cardRef={accountsRef}
      />
      {hasAccounts && <ConnectCard onConnect={connect} starting={starting} />}
      {(hasAccounts || history.length > 0) && (
        <RecentSyncCard
          history={history}
          names={namesInHistory(calendars, connections.data)}
          hasAccounts={hasAccounts}
        />
      )}
      {(hasAccounts || mirrors.length > 0) && <MirrorsCard mirrors={mirrors} accounts={accounts} />}
      <SubscriptionsCard subscriptions={subscriptions} />
      <ImportCard />
      {apple && <AppleDialog known={apple} onClose={() => setApple(null)} />}
    </div>
  );
}

/** When a decided item is removed with the focus in it, moves the focus to the next open item. */
function useFocusOnNext(count: number, fallback: RefObject<HTMLElement | null>) {
  const ref = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const isLess = count < before.current;
    before.current = count;
    if (!isLess || document.activeElement !== document.body) return;
    (ref.current?.querySelector<HTMLElement>('article') ?? fallback.current)?.focus({ preventScroll: true });
  }, [count, fallback]);
  return ref;
}
