import Box from '@mui/material/Box';
import { formatShortDate, formatTime } from '#lib/format-time.ts';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import type { AgendaDay } from '../model/agenda.ts';

const SHOWN = 3;

/** The three days after today, a few lines each. */
export function NextDaysCard({ days, isLoading }: { days: readonly AgendaDay[]; isLoading: boolean }) {
  return (
    <Card aria-labelledby="agenda-next">
      <CardHeader id="agenda-next" title="Next days" />
      {isLoading ? (
        <RowsSkeleton rows={3} label="Loading the next days" />
      ) : (
        days.map(({ date, items }) => (
          <CardRow key={date.toISOString()} sx={{ alignItems: 'flex-start', py: 1.5 }}>
            <Box className="n" sx={{ width: 84, flex: 'none', typography: 'body2', fontWeight: 550 }}>
              {formatShortDate(date)}
            </Box>
            <Box sx={{ flex: 1, minWidth: 0, typography: 'body2', color: 'text.secondary' }}>
              {items.length === 0 && 'Free'}
              {items.slice(0, SHOWN).map((item) => (
                <Box
                  key={item.id}
                  sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                >
                  <span className="n">{item.isAllDay ? 'All day' : formatTime(item.startsAt)}</span>{' '}
                  {item.title}
                </Box>
              ))}
              {items.length > SHOWN && (
                <Box sx={{ color: 'text.tertiary' }}>and {items.length - SHOWN} more</Box>
              )}
            </Box>
          </CardRow>
        ))
      )}
    </Card>
  );
}
