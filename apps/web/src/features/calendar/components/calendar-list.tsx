import { CalendarPlus, ShieldAlert, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { createLazyPart, onIntention } from '#lib/lazy-part.ts';
import { useViewer } from '#lib/viewer.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { LoadingBar } from '#ui/loading-bar.tsx';
import { PageLink } from '#ui/page-link.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useCalendarRemoval, useCalendars, useCalendarVisibility } from '../api.ts';
import { groupCalendars } from '../model/calendar-groups.ts';
import './calendar-list.css';

const ConfirmDialog = createLazyPart(async () => (await import('#ui/confirm-dialog.tsx')).ConfirmDialog);
const onRemoveIntention = onIntention(ConfirmDialog);

interface CalendarListProps {
  /** Accounts that must be reconnected. */
  troubled: ReadonlySet<string>;
}

/** The visible calendars with their colours and accounts, and the button to add one. */
export function CalendarList({ troubled }: CalendarListProps) {
  const { profile } = useViewer();
  const { data, isPending, error, refetch } = useCalendars();
  const setVisible = useCalendarVisibility();
  const removal = useCalendarRemoval();
  const [leaving, setLeaving] = useState<{ _id: string; name: string } | null>(null);
  return (
    <section aria-labelledby="calendar-list">
      <h2 id="calendar-list" className="calendar-list-title text-h3">
        Calendars
      </h2>
      {isPending ? (
        <RowsSkeleton rows={2} label="Loading calendars" />
      ) : error ? (
        <div role="alert" className="calendar-list-failure text-small">
          {getMessage(error, 'The calendars could not be loaded.')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        groupCalendars(data.calendars, profile?.settings.calendars ?? []).map(({ id, title, calendars }) => (
          <section key={id ?? title ?? ''} aria-label={title ?? 'Own calendars'}>
            {title && <GroupTitle title={title} isTroubled={id !== null && troubled.has(id)} />}
            <ul className="calendar-list-items">
              {calendars.map(({ _id, name, color, kind, isVisible }) => (
                <li key={_id} className="calendar-list-item">
                  <label className="calendar-list-row">
                    <input
                      type="checkbox"
                      checked={isVisible}
                      style={{ accentColor: color }}
                      onChange={(event) => setVisible({ _id, isVisible: event.target.checked })}
                    />
                    <span className="calendar-list-name" data-off={!isVisible || undefined}>
                      {name}
                    </span>
                    {!isVisible && (
                      <span className="calendar-list-off" aria-hidden>
                        off
                      </span>
                    )}
                  </label>
                  {kind === 'imported' && (
                    <IconButton
                      {...onRemoveIntention}
                      size="small"
                      aria-label={`Remove ${name}`}
                      onClick={() => setLeaving({ _id, name })}
                      className="calendar-list-remove"
                    >
                      <Trash2 size={14} aria-hidden />
                    </IconButton>
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
      <Button
        to="/settings?tab=accounts"
        size="small"
        variant="text"
        startIcon={<CalendarPlus size={14} aria-hidden />}
        className="calendar-list-add"
      >
        Add a calendar
      </Button>
      {leaving && (
        <Suspense fallback={<LoadingBar />}>
          <ConfirmDialog
            isOpen
            title="Remove Calendar"
            confirmLabel="Remove"
            isDestructive
            isBusy={removal.isPending}
            onClose={() => setLeaving(null)}
            onConfirm={() => removal.mutate(leaving._id, { onSettled: () => setLeaving(null) })}
          >
            Are you sure you want to remove this calendar? '{leaving.name}' is removed with all its events.
          </ConfirmDialog>
        </Suspense>
      )}
    </section>
  );
}

interface NarrowWeekendBoxProps {
  isNarrow: boolean;
  onChange: (isNarrow: boolean) => void;
}

export function NarrowWeekendBox({ isNarrow, onChange }: NarrowWeekendBoxProps) {
  return (
    <label className="calendar-list-row">
      <input type="checkbox" checked={isNarrow} onChange={(event) => onChange(event.target.checked)} />
      <span className="calendar-list-name">Narrow weekend</span>
    </label>
  );
}

function GroupTitle({ title, isTroubled }: { title: string; isTroubled: boolean }) {
  return (
    <h3 className="calendar-list-group text-caption">
      <span className="calendar-list-group-name" title={title}>
        {title}
      </span>
      {isTroubled && (
        <PageLink
          to="/settings?tab=accounts"
          aria-label={`Reconnect ${title}`}
          title="Reconnect"
          className="calendar-list-reconnect"
        >
          <ShieldAlert size={14} aria-hidden />
        </PageLink>
      )}
    </h3>
  );
}
