import type { SyncConflict } from '@dayloom/contracts';
import { useNow } from '#lib/now.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { useKeepMine, useKeepTheirs } from '../hooks/use-connection-changes.ts';
import { useAllCalendars } from '../hooks/use-connections.ts';
import { formatAgo } from '../model/sync-words.ts';
import { ConflictDifferences } from './conflict-differences.tsx';
import './conflicts-card.css';

/** Edits that conflicted with changes made elsewhere. Theirs is used; ours is kept until the user chooses. */
export function ConflictsCard({ conflicts }: { conflicts: readonly SyncConflict[] }) {
  const now = useNow();
  const calendars = useAllCalendars();
  const mine = useKeepMine();
  const theirs = useKeepTheirs();
  if (conflicts.length === 0) return null;
  const getName = (id: string) => calendars.data?.calendars.find(({ _id }) => _id === id)?.name;
  return (
    <Card aria-labelledby="conflicts">
      <CardHeader
        id="conflicts"
        title="Changed on both sides"
        count={conflicts.length}
        subtitle="Their version is used until you choose. Nothing is lost."
      />
      {conflicts.map((conflict) => {
        const { _id, title, calendarId, happenedAt } = conflict;
        const name = title || 'No title';
        const facts = [getName(calendarId), conflict.fields.join(', '), formatAgo(happenedAt, now)];
        const isBusy =
          (mine.isPending && mine.variables.id === _id) || (theirs.isPending && theirs.variables === _id);
        return (
          <article key={_id} tabIndex={-1} aria-label={name} className="conflicts-card-conflict">
            <div>
              <h3 className="conflicts-card-name text-h3">{name}</h3>
              <div className="conflicts-card-facts text-caption">{facts.filter(Boolean).join(' · ')}</div>
            </div>
            <ConflictDifferences conflict={conflict} />
            <div className="conflicts-card-actions">
              <Button
                size="small"
                disabled={isBusy}
                aria-label={`Use mine: ${name}`}
                onClick={() => mine.mutate({ id: _id })}
              >
                Use mine
              </Button>
              <Button
                size="small"
                disabled={isBusy}
                aria-label={`Keep theirs: ${name}`}
                onClick={() => theirs.mutate(_id)}
              >
                Keep theirs
              </Button>
            </div>
          </article>
        );
      })}
    </Card>
  );
}
