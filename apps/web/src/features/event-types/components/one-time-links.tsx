import { useId } from 'react';
import { formatDayAndMonth } from '#lib/format-time.ts';
import { Button } from '#ui/button.tsx';
import { useOneTimeLinks } from '../hooks/use-event-types.ts';
import './one-time-links.css';

interface OneTimeLinksProps {
  eventTypeId: string;
  /** The one that was just made. */
  newId: string;
  onRevokedNew: () => void;
}

/** The links that were made for an event type: whether they were used, and a way to revoke them. */
export function OneTimeLinks({ eventTypeId, newId, onRevokedNew }: OneTimeLinksProps) {
  const titleId = useId();
  const { links, revoke, isRevoking } = useOneTimeLinks(eventTypeId);
  if (links.length === 0) return null;
  return (
    <section className="one-time-links" aria-labelledby={titleId}>
      <h3 id={titleId} className="one-time-links-title">
        Links that you have made
      </h3>
      <ul className="one-time-links-list">
        {links.map(({ id, createdAt, expiresAt, uses }) => {
          const made = id === newId ? 'This one' : `Made on ${formatDayAndMonth(new Date(createdAt))}`;
          const state = uses > 0 ? 'used' : `works until ${formatDayAndMonth(new Date(expiresAt))}`;
          return (
            <li key={id} className="one-time-links-one">
              {`${made}, ${state}`}
              {uses === 0 && (
                <Button
                  size="small"
                  disabled={isRevoking}
                  aria-label={`Revoke: ${made}, ${state}`}
                  onClick={() => revoke(id, { onSuccess: () => id === newId && onRevokedNew() })}
                >
                  Revoke
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
