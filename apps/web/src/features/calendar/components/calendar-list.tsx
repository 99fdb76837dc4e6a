import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { CalendarPlus, ShieldAlert, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { getMessage } from '#lib/api.ts';
import { useViewer } from '#lib/viewer.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { colors } from '#ui/tokens.ts';
import { useCalendarRemoval, useCalendars, useCalendarVisibility } from '../api.ts';
import { groupCalendars } from '../model/calendar-groups.ts';

const Row = styled('label')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 30,
  padding: '0 4px',
  borderRadius: 6,
  fontSize: '0.8125rem',
  cursor: 'pointer',
  '&:hover': { background: colors.surface1 },
  '& input': { width: 16, height: 16, margin: 0, flex: 'none', cursor: 'pointer' },
  '& .name': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .off': { fontSize: '0.75rem', color: colors.text3 },
  '@media (pointer: coarse)': { minHeight: 44 },
});

interface CalendarListProps {
  /** Accounts that must be reconnected. */
  troubled: ReadonlySet<string>;
}

/** The visible calendars with their colours and accounts, and the button to add one. */
export function CalendarList({ troubled }: CalendarListProps) {
  const { profile } = useViewer();
  const { data, isPending, error, refetch } = useCalendars();
  const visibility = useCalendarVisibility();
  const removal = useCalendarRemoval();
  const [leaving, setLeaving] = useState<{ _id: string; name: string } | null>(null);
  // Shows a tick at once, before the cache update reaches the other components.
  const [ticked, setTicked] = useState<Readonly<Record<string, boolean>>>({});
  const tick = (_id: string, isVisible: boolean) => {
    setTicked((all) => ({ ...all, [_id]: isVisible }));
    const settle = () =>
      setTicked((all) => Object.fromEntries(Object.entries(all).filter(([id]) => id !== _id)));
    visibility.mutate({ _id, isVisible }, { onSettled: settle });
  };
  return (
    <Box component="section" aria-labelledby="calendar-list">
      <Box component="h2" id="calendar-list" sx={{ m: '0 0 4px', typography: 'h3' }}>
        Calendars
      </Box>
      {isPending ? (
        <RowsSkeleton rows={2} label="Loading calendars" />
      ) : error ? (
        <Box role="alert" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {getMessage(error, 'The calendars could not be loaded.')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </Box>
      ) : (
        groupCalendars(data.calendars, profile?.settings.calendars ?? []).map(({ id, title, calendars }) => (
          <Box key={id ?? title ?? ''} component="section" aria-label={title ?? 'Own calendars'}>
            {title && <GroupTitle title={title} isTroubled={id !== null && troubled.has(id)} />}
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {calendars
                .map(({ _id, name, color, kind, isVisible }) => ({
                  _id,
                  name,
                  color,
                  kind,
                  isVisible: ticked[_id] ?? isVisible,
                }))
                .map(({ _id, name, color, kind, isVisible }) => (
                  <Box
                    component="li"
                    key={_id}
                    sx={{ display: 'flex', alignItems: 'center', '& > label': { flex: 1, minWidth: 0 } }}
                  >
                    <Row>
                      <input
                        type="checkbox"
                        checked={isVisible}
                        style={{ accentColor: color }}
                        onChange={(event) => tick(_id, event.target.checked)}
                      />
                      <span className="name" style={{ color: isVisible ? colors.text1 : colors.text2 }}>
                        {name}
                      </span>
                      {!isVisible && (
                        <span className="off" aria-hidden>
                          off
                        </span>
                      )}
                    </Row>
                    {kind === 'imported' && (
                      <IconButton
                        size="small"
                        aria-label={`Remove ${name}`}
                        onClick={() => setLeaving({ _id, name })}
                        sx={{ '@media (pointer: coarse)': { width: 44, height: 44 } }}
                      >
                        <Trash2 size={14} aria-hidden />
                      </IconButton>
                    )}
                  </Box>
                ))}
            </Box>
          </Box>
        ))
      )}
      <Button
        component={Link}
        to="/settings?tab=accounts"
        size="small"
        variant="text"
        startIcon={<CalendarPlus size={14} aria-hidden />}
        sx={{ mt: 0.5, ml: -0.75 }}
      >
        Add a calendar
      </Button>
      <ConfirmDialog
        isOpen={leaving !== null}
        title="Remove Calendar"
        confirmLabel="Remove"
        isDestructive
        isBusy={removal.isPending}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && removal.mutate(leaving._id, { onSettled: () => setLeaving(null) })}
      >
        Are you sure you want to remove this calendar? '{leaving?.name}' is removed with all its events.
      </ConfirmDialog>
    </Box>
  );
}

interface NarrowWeekendBoxProps {
  isNarrow: boolean;
  onChange: (isNarrow: boolean) => void;
}

export function NarrowWeekendBox({ isNarrow, onChange }: NarrowWeekendBoxProps) {
  return (
    <Row>
      <input type="checkbox" checked={isNarrow} onChange={(event) => onChange(event.target.checked)} />
      <span className="name">Narrow weekend</span>
    </Row>
  );
}

function GroupTitle({ title, isTroubled }: { title: string; isTroubled: boolean }) {
  return (
    <Box
      component="h3"
      sx={{
        m: '8px 0 0',
        px: 0.5,
        display: 'flex',
        alignItems: 'center',
        gap: 0.75,
        typography: 'caption',
        color: 'text.tertiary',
      }}
    >
      <Box
        component="span"
        sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        title={title}
      >
        {title}
      </Box>
      {isTroubled && (
        <Box
          component={Link}
          to="/settings?tab=accounts"
          aria-label={`Reconnect ${title}`}
          title="Reconnect"
          sx={{ display: 'flex', flex: 'none', color: 'warning.main' }}
        >
          <ShieldAlert size={14} aria-hidden />
        </Box>
      )}
    </Box>
  );
}
