import type { Settings } from '@dayloom/contracts';
import { RefreshCw } from 'lucide-react';
import { Fragment, type Ref, useId, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { useChangeCalendar, useDisconnect, useSyncAll } from '../hooks/use-connection-changes.ts';
import { useAllCalendars, type useConnections } from '../hooks/use-connections.ts';
import { type CalendarDomain, type ConnectedCalendar, sortCalendars } from '../model/connected-calendars.ts';
import { countUnsent, describeLeftMirrors, describeUnsent } from '../model/sync-words.ts';
import { AccountCalendars, DefaultChoice } from './account-calendars.tsx';
import { AccountRow } from './account-row.tsx';
import { ConnectButtons, ConnectOutcomeRow } from './connect-card.tsx';
import './accounts-card.css';

interface AccountsCardProps {
  /** From the profile: available before the sync status is loaded. */
  calendars: Settings['calendars'];
  connections: ReturnType<typeof useConnections>;
  starting: CalendarDomain | null;
  /** `known`: the account to reconnect. */
  onConnect: (domain: CalendarDomain, known?: { serverUrl: string | null; email: string }) => void;
  cardRef: Ref<HTMLElement>;
}

export function AccountsCard({ calendars, connections, starting, onConnect, cardRef }: AccountsCardProps) {
  const { productName } = useClientConfig();
  const syncAll = useSyncAll();
  const disconnect = useDisconnect();
  const detailsId = useId();
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [leaving, setLeaving] = useState<ConnectedCalendar | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const toggle = (id: string) =>
    setOpen((all) => (all.has(id) ? new Set([...all].filter((one) => one !== id)) : new Set([...all, id])));
  const findAccount = (id: string) => connections.data?.accounts.find((account) => account.id === id) ?? null;
  const lost = leaving && findAccount(leaving.id);
  const unsentCount = lost?.calendars.reduce((sum, one) => sum + countUnsent(one), 0) ?? 0;
  const leftMirrors = lost && describeLeftMirrors(lost, connections.data?.mirrors ?? [], productName);
  return (
    <Card aria-labelledby="connected-accounts" ref={cardRef} tabIndex={-1}>
      <CardHeader
        id="connected-accounts"
        title="Connected Accounts"
        subtitle="Manage third-party services connected to your account."
        action={
          calendars.length > 0 && (
            <Button
              onClick={() => syncAll.mutate()}
              disabled={syncAll.isPending}
              startIcon={<RefreshCw size={16} aria-hidden />}
            >
              Sync now
            </Button>
          )
        }
      />
      {calendars.length === 0 ? (
        <div className="accounts-card-none">
          <EmptyState
            headingLevel="h3"
            title="No calendar is connected"
            action={<ConnectButtons onConnect={onConnect} starting={starting} />}
          >
            Connect the calendar you live in, and its events show here within seconds and stay in sync both
            ways. The built-in calendar of {productName} works without.
          </EmptyState>
          <ConnectOutcomeRow onConnect={onConnect} />
        </div>
      ) : (
        <>
          <div aria-hidden className="accounts-card-head account-row-columns text-caption">
            <span />
            <span>Calendar</span>
            <span>Label</span>
            <span>Type</span>
            <span className="accounts-card-head-end" />
          </div>
          {connections.isError && (
            <CardRow role="alert" className="accounts-card-failure">
              <div className="accounts-card-failure-text">
                {getMessage(connections.error, 'The sync status could not be loaded.')}
              </div>
              <Button size="small" onClick={() => void connections.refetch()}>
                Try again
              </Button>
            </CardRow>
          )}
          {sortCalendars(calendars).map((calendar) => {
            const account = findAccount(calendar.id);
            const isOpen = open.has(calendar.id) && account !== null;
            return (
              <Fragment key={calendar.id}>
                <AccountRow
                  calendar={calendar}
                  account={account}
                  isOpen={isOpen}
                  detailsId={`${detailsId}${calendar.id}`}
                  onToggle={() => toggle(calendar.id)}
                  onRemove={() => {
                    setLeaving(calendar);
                    setIsAsking(true);
                  }}
                  onReconnect={() => onConnect(calendar.domain, account ?? undefined)}
                />
                {isOpen && (
                  <AccountCalendars
                    id={`${detailsId}${calendar.id}`}
                    account={account}
                    onReconnect={() => onConnect(calendar.domain, account)}
                  />
                )}
              </Fragment>
            );
          })}
          <BuiltInRow />
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Remove Calendar"
        confirmLabel="Remove"
        isDestructive
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          if (leaving) disconnect(leaving.id);
        }}
      >
        <p className="accounts-card-question">Are you sure you want to remove this calendar?</p>
        <p className="accounts-card-question">
          {leaving?.email} is removed with its events. They stay at the provider, and you can connect it
          again.
        </p>
        {leftMirrors && <p className="accounts-card-question">{leftMirrors}</p>}
        {unsentCount > 0 && (
          <p className="accounts-card-question" data-warns>
            {describeUnsent(unsentCount)}
          </p>
        )}
      </ConfirmDialog>
    </Card>
  );
}

/** The built-in calendar: it belongs to no account, and new events may go there too. */
function BuiltInRow() {
  const calendars = useAllCalendars();
  const change = useChangeCalendar();
  const all = calendars.data?.calendars ?? [];
  const builtIn = all.find(({ kind }) => kind === 'dayloom');
  if (!builtIn) return null;
  const chosen = all.find(({ isDefault }) => isDefault) ?? builtIn;
  return (
    <CardRow className="accounts-card-built-in text-small">
      <div className="accounts-card-built-in-text">
        New events go to <strong>{chosen.name}</strong>
        {chosen._id === builtIn._id && ', the built-in calendar'}.
      </div>
      {all.length > 1 && (
        <DefaultChoice
          text={`New events go to ${builtIn.name}`}
          of={builtIn.name}
          isChosen={chosen._id === builtIn._id}
          onChoose={() => change({ calendarId: builtIn._id, isDefault: true })}
        />
      )}
    </CardRow>
  );
}
