import type { SyncConflict } from '@dayloom/contracts';
import { useState } from 'react';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useKeepMine, useKeepTheirs } from '../hooks/use-connection-changes.ts';
import { useAllCalendars } from '../hooks/use-connections.ts';
import { formatAgo } from '../model/sync-words.ts';
import { ConflictDifferences } from './conflict-differences.tsx';
import './unsent-card.css';

/** Changes that were not sent before their calendar was removed. They can be added to another calendar. */
export function UnsentCard({ unsent }: { unsent: readonly SyncConflict[] }) {
  if (unsent.length === 0) return null;
  return (
    <Card aria-labelledby="unsent">
      <CardHeader
        id="unsent"
        title="Not sent"
        count={unsent.length}
        subtitle="These were not sent before their calendar was removed. They are kept until you decide."
      />
      {unsent.map((one) => (
        <UnsentItem key={one._id} unsent={one} />
      ))}
    </Card>
  );
}

function UnsentItem({ unsent }: { unsent: SyncConflict }) {
  const { _id, title, kind, fields, calendarId, happenedAt } = unsent;
  const now = useNow();
  const calendars = useAllCalendars();
  const put = useKeepMine();
  const drop = useKeepTheirs();
  const [chosen, setChosen] = useState(calendarId);
  const name = title || 'No title';
  const writable = calendars.data?.calendars.filter(({ isWritable }) => isWritable) ?? [];
  const isBusy = put.isPending || drop.isPending;
  return (
    <article tabIndex={-1} aria-label={name} className="unsent-card-item">
      <div>
        <h3 className="unsent-card-name text-h3">{name}</h3>
        <div className="unsent-card-facts text-caption">
          {[...fields, formatAgo(happenedAt, now)].join(' · ')}
        </div>
      </div>
      <ConflictDifferences conflict={unsent} sides={['Yours', 'In the calendar']} />
      <div className="unsent-card-actions">
        {kind === 'not_sent' && (
          <>
            <SelectField
              label={`Calendar for ${name}`}
              isLabelHidden
              value={chosen}
              options={writable.map((calendar) => ({ value: calendar._id, label: calendar.name }))}
              onChange={setChosen}
            />
            <Button
              size="small"
              disabled={isBusy || writable.length === 0}
              aria-label={`Add it there: ${name}`}
              onClick={() => put.mutate({ id: _id, calendarId: chosen })}
            >
              Add it there
            </Button>
          </>
        )}
        <Button
          size="small"
          {...(kind === 'not_sent' && { variant: 'text' as const })}
          disabled={isBusy}
          aria-label={`Discard: ${name}`}
          onClick={() => drop.mutate(_id)}
        >
          Discard
        </Button>
      </div>
    </article>
  );
}
