import type { SyncHistoryEntry } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { formatTime } from '#lib/format-time.ts';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useRemoveOwnEvents } from '../hooks/use-connections.ts';
import { describeHistory } from '../model/history-words.ts';

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
        action={
          <Box component="span" sx={{ typography: 'caption', fontWeight: 400, color: 'text.tertiary' }}>
            last 24 hours
          </Box>
        }
      />
      {history.length === 0 && (
        <CardRow sx={{ color: 'text.secondary' }}>Nothing was received or sent. Changes appear here.</CardRow>
      )}
      <Box component="ul" aria-labelledby="recent-sync" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((entry) => (
          <HistoryRow key={entry._id} entry={entry} name={names.get(entry.calendarId) ?? 'A calendar'} />
        ))}
      </Box>
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
    <Box
      component="li"
      className="n"
      sx={{
        display: 'grid',
        gridTemplateColumns: {
          xs: '7px 76px minmax(0,1fr)',
          sm: '7px 76px minmax(96px,180px) minmax(0,1fr)',
        },
        alignItems: 'baseline',
        columnGap: 1.5,
        p: '10px 20px',
        borderTop: 1,
        borderColor: 'divider',
        typography: 'body2',
        color: 'text.secondary',
        '& > span': { minWidth: 0, overflowWrap: 'anywhere' },
      }}
    >
      <Box
        aria-hidden
        sx={{
          width: 7,
          height: 7,
          borderRadius: 99,
          mb: '1px',
          bgcolor: tone === 'ok' ? 'success.main' : 'warning.main',
        }}
      />
      <Box component="time" dateTime={entry.happenedAt} sx={{ color: 'text.tertiary', whiteSpace: 'nowrap' }}>
        {formatTime(at)}
      </Box>
      <Box component="span" sx={{ color: 'text.primary', fontWeight: 550 }}>
        {name}
      </Box>
      <Box component="span" sx={{ gridColumn: { xs: 3, sm: 4 } }}>
        {text}
      </Box>
    </Box>
  );
}

/** Offers to restore connected calendars to their earlier state. */
function LeavingRow() {
  const { productName } = useClientConfig();
  const remove = useRemoveOwnEvents();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <CardRow sx={{ bgcolor: 'background.raised', flexWrap: 'wrap', typography: 'body2' }}>
      <Box sx={{ flex: '1 1 200px', color: 'text.secondary' }}>
        Leaving? Restore your calendars to how they were before.
      </Box>
      <Button
        size="small"
        color="error"
        disabled={remove.isPending}
        onClick={() => setIsAsking(true)}
        // On a phone the label is longer than one line.
        sx={{ whiteSpace: 'normal', height: 'auto', minHeight: 32, py: 0.5 }}
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
