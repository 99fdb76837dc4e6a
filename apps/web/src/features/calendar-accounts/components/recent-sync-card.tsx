import type { SyncHistoryEntry } from '@dayloom/contracts';
import { useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { formatTime } from '#lib/format-time.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useRemoveOwnEvents } from '../hooks/use-connection-changes.ts';
import { describeHistory } from '../model/history-words.ts';
import './recent-sync-card.css';

const SHOWN_FIRST = 6;

interface RecentSyncCardProps {
  /** Latest first. */
  history: readonly SyncHistoryEntry[];
  /** By calendar id. */
  names: ReadonlyMap<string, string>;
  /** Whether any connected calendar may contain events created here. */
  hasAccounts: boolean;
}

/** Recent changes of the calendars, and removal of everything created there. */
export function RecentSyncCard({ history, names, hasAccounts }: RecentSyncCardProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? history : history.slice(0, SHOWN_FIRST);
  const more = history.length - SHOWN_FIRST;
  return (
    <Card aria-labelledby="recent-sync">
      <CardHeader
        id="recent-sync"
        title="Recent sync"
        action={<span className="recent-sync-card-period text-caption">last 24 hours</span>}
      />
      {history.length === 0 && (
        <CardRow className="recent-sync-card-nothing">
          Nothing was received or sent. Changes appear here.
        </CardRow>
      )}
      <ul aria-labelledby="recent-sync" className="recent-sync-card-list">
        {shown.map((entry) => (
          <HistoryRow key={entry._id} entry={entry} name={names.get(entry.calendarId) ?? 'A calendar'} />
        ))}
      </ul>
      {more > 0 && (
        <CardRow>
          <Button
            size="small"
            variant="text"
            aria-expanded={isWhole}
            onClick={() => setIsWhole((before) => !before)}
          >
            {isWhole ? 'Show fewer' : `Show ${more} more`}
          </Button>
        </CardRow>
      )}
      {hasAccounts && <LeavingRow />}
    </Card>
  );
}

function HistoryRow({ entry, name }: { entry: SyncHistoryEntry; name: string }) {
  const { tone, text } = describeHistory(entry);
  const at = new Date(entry.happenedAt);
  return (
    <li className="recent-sync-card-entry n text-small">
      <div aria-hidden className="recent-sync-card-mark" data-tone={tone} />
      <time dateTime={entry.happenedAt} className="recent-sync-card-time">
        {formatTime(at)}
      </time>
      <span className="recent-sync-card-name">{name}</span>
      <span className="recent-sync-card-text">{text}</span>
    </li>
  );
}

/** Offers to restore connected calendars to their earlier state. */
function LeavingRow() {
  const { productName } = useClientConfig();
  const remove = useRemoveOwnEvents();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <CardRow className="recent-sync-card-leaving text-small">
      <div className="recent-sync-card-leaving-text">
        Leaving? Restore your calendars to how they were before.
      </div>
      <Button
        size="small"
        color="error"
        disabled={remove.isPending}
        onClick={() => setIsAsking(true)}
        className="recent-sync-card-remove"
      >
        Remove everything {productName} created
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove everything ${productName} created`}
        confirmLabel="Remove everything"
        isDestructive
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          remove.mutate();
        }}
      >
        All mirrors of busy time and planned blocks are removed from your connected calendars, at Google,
        Outlook and Apple too. Your tasks, your plan and your own events stay.
      </ConfirmDialog>
    </CardRow>
  );
}
