import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { ChevronLeft, ChevronRight, PanelLeft, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { localDate } from '../model/place-words.ts';
import {
  type CalendarView,
  calendarViews,
  formatTitle,
  phoneViews,
  viewLabels,
  zoneName,
} from '../model/views.ts';

interface CalendarToolbarProps {
  view: CalendarView;
  date: string;
  firstDay: number;
  timeZone: string;
  isPhone: boolean;
  /** Opens tasks and calendars where they have no side panel; null where they have one. */
  onRail: (() => void) | null;
  onView: (view: CalendarView) => void;
  onToday: () => void;
  onPage: (step: 1 | -1) => void;
  onNewEvent: () => void;
  /** Further content at the right end. */
  actions: ReactNode;
}

const touch = { width: { xs: 40, sm: 36 }, height: { xs: 40, sm: 36 } } as const;

export function CalendarToolbar(props: CalendarToolbarProps) {
  const { view, date, firstDay, timeZone, isPhone, onRail, onView, onToday, onPage, onNewEvent, actions } =
    props;
  const hasRoom = onRail === null;
  const options = (isPhone ? phoneViews : calendarViews).map((value) => ({
    value,
    label: viewLabels[value],
  }));
  return (
    <Box
      role="toolbar"
      aria-label="Calendar"
      sx={{
        flex: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1.5,
        rowGap: 0.75,
        px: { xs: 1.5, sm: 2 },
        py: 0.75,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        sx={{
          flex: { xs: '1 0 100%', sm: '0 1 auto' },
          display: 'flex',
          alignItems: 'center',
          gap: 0.75,
          minWidth: 0,
        }}
      >
        {onRail && (
          <IconButton aria-label="Tasks and calendars" onClick={onRail} sx={touch}>
            <PanelLeft size={18} strokeWidth={1.75} />
          </IconButton>
        )}
        <Box
          component="h2"
          aria-live="polite"
          sx={{
            m: 0,
            flex: { xs: 1, sm: 'none' },
            minWidth: { sm: 112, lg: 148 },
            typography: 'h2',
            whiteSpace: 'nowrap',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
          }}
        >
          {formatTitle(view, date, firstDay, !hasRoom)}
        </Box>
        <IconButton aria-label="Previous" onClick={() => onPage(-1)} sx={touch}>
          <ChevronLeft size={18} strokeWidth={1.75} />
        </IconButton>
        <Button onClick={onToday} sx={{ height: { xs: 40, sm: 36 } }}>
          Today
        </Button>
        <IconButton aria-label="Next" onClick={() => onPage(1)} sx={touch}>
          <ChevronRight size={18} strokeWidth={1.75} />
        </IconButton>
      </Box>
      <SegmentedControl label="View" value={view} options={options} onChange={onView} />
      <Box
        component="span"
        title={`Times are shown in ${timeZone}`}
        sx={{ display: { xs: 'none', lg: 'inline' }, typography: 'caption', color: 'text.tertiary' }}
      >
        {zoneName(timeZone, localDate(date)).full}
      </Box>
      <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: 1.5 }}>
        {hasRoom ? (
          <Button onClick={onNewEvent} startIcon={<Plus size={16} strokeWidth={1.9} />}>
            New event
          </Button>
        ) : (
          <IconButton
            aria-label="New event"
            onClick={onNewEvent}
            sx={{ ...touch, border: 1, borderColor: 'lineStrong', bgcolor: 'background.raised' }}
          >
            <Plus size={18} strokeWidth={1.9} />
          </IconButton>
        )}
        {actions}
      </Box>
    </Box>
  );
}
