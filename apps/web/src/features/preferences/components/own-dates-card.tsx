import type { Settings } from '@dayloom/contracts';
import { formatDayNumber, getZone, localDayNumber } from '@dayloom/time';
import { Pencil, Plus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '#lib/now.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { Card, CardBody, CardHeader, CardRow } from '#ui/card.tsx';
import { useUndoKeys } from '#ui/undo.ts';
import { useSaveOwnDates } from '../hooks/use-preferences.ts';
import { formatDates, formatHours, type OwnDates, toGroups } from '../model/own-dates.ts';
import { OwnDatesSheet } from './own-dates-sheet.tsx';
import './own-dates-card.css';

/** Dates with hours that differ from the week's; each can be edited or reset. */
export function OwnDatesCard({ settings }: { settings: Settings }) {
  const now = useNow();
  const today = formatDayNumber(localDayNumber(getZone(settings.homeTimeZone.name), now.getTime()));
  const groups = toGroups(settings.hoursOverrides, today);
  const save = useSaveOwnDates();
  /** The edited group; `new` for a new one. */
  const [edited, setEdited] = useState<OwnDates | 'new' | null>(null);
  const addRef = useRef<HTMLButtonElement>(null);
  const isSaved = useRef(false);
  useUndoKeys();
  useEffect(() => {
    // The focused row may be replaced or removed, for example by an undo.
    if (!edited && isSaved.current && document.activeElement === document.body) {
      isSaved.current = false;
      addRef.current?.focus();
    }
  });

  return (
    <Card aria-labelledby="own-dates">
      <CardHeader
        id="own-dates"
        title="Other hours"
        subtitle="Holidays, a day off, a long evening: on these days, these hours replace the week's"
        action={
          <Button ref={addRef} size="small" startIcon={<Plus size={16} />} onClick={() => setEdited('new')}>
            Add days
          </Button>
        }
      />
      {groups.length === 0 ? (
        <CardBody className="own-dates-card-empty">No upcoming day has other hours.</CardBody>
      ) : (
        <ul aria-labelledby="own-dates" className="own-dates-card-list">
          {groups.map((group) => {
            const dates = formatDates(group, today);
            return (
              <CardRow key={group.from} as="li">
                <div className="own-dates-card-facts n">
                  <div className="text-label">{dates}</div>
                  <div className="own-dates-card-hours text-small">
                    {`Work ${formatHours(group.work)} · Personal ${formatHours(group.personal)}`}
                  </div>
                </div>
                <IconButton aria-label={`Change ${dates}`} onClick={() => setEdited(group)}>
                  <Pencil size={16} aria-hidden />
                </IconButton>
                <IconButton
                  aria-label={`Usual hours for ${dates}`}
                  disabled={save.isPending}
                  onClick={() =>
                    save.mutate(
                      {
                        changes: [{ ...group, work: null, personal: null }],
                        said: `${dates}: hours as usual again`,
                      },
                      { onSuccess: () => addRef.current?.focus() },
                    )
                  }
                >
                  <X size={16} aria-hidden />
                </IconButton>
              </CardRow>
            );
          })}
        </ul>
      )}
      {edited && (
        <OwnDatesSheet
          edited={edited === 'new' ? null : edited}
          today={today}
          isSaving={save.isPending}
          onClose={() => setEdited(null)}
          onSave={(changes, said) =>
            save.mutate(
              { changes, said },
              {
                onSuccess: () => {
                  isSaved.current = true;
                  setEdited(null);
                },
              },
            )
          }
        />
      )}
    </Card>
  );
}
