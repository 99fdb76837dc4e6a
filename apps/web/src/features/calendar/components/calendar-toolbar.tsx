import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ChevronLeft, ChevronRight, PanelLeft, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { ChoiceMenu, type MenuChoice } from '#ui/choice-menu.tsx';
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
  /** On phones, what else the menu of the title offers. */
  moreChoices: readonly MenuChoice[];
  /** Further content at the right end. */
  actions: ReactNode;
}

const touch = { flex: 'none', width: { xs: 34, sm: 36 }, height: { xs: 40, sm: 36 } } as const;
/** From here on the views fit side by side, next to the search and the sidebar. */
const WIDE = '(min-width:1280px)';

/** In the top bar, so that the hours begin as high as possible. One row at every width. */
export function CalendarToolbar(props: CalendarToolbarProps) {
  const { view, date, firstDay, timeZone, isPhone, onRail, onView, onToday, onPage, onNewEvent } = props;
  const isWide = useMediaQuery(WIDE, { noSsr: true });
  const title = formatTitle(view, date, firstDay, !isWide);
  const views = (isPhone ? phoneViews : calendarViews).map((value) => ({ value, label: viewLabels[value] }));
  return (
    <Box
      role="toolbar"
      aria-label="Calendar"
      sx={{ display: 'flex', alignItems: 'center', columnGap: { xs: 0, sm: 1 }, minWidth: 0 }}
    >
      {isPhone ? (
        <Box component="h2" aria-live="polite" sx={{ m: 0, flex: 1, minWidth: 0, overflow: 'hidden' }}>
          <ChoiceMenu
            label={`${title}, more`}
            choices={[
              { label: 'Today', run: onToday },
              ...(onRail ? [{ label: 'Tasks and calendars', run: onRail }] : []),
              ...props.moreChoices,
            ]}
          >
            {title.replace(/ \d{4}$/, '')}
          </ChoiceMenu>
        </Box>
      ) : (
        <>
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
              minWidth: isWide ? 148 : 84,
              typography: 'h2',
              whiteSpace: 'nowrap',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
            }}
          >
            {title}
          </Box>
        </>
      )}
      <IconButton aria-label="Previous" onClick={() => onPage(-1)} sx={touch}>
        <ChevronLeft size={18} strokeWidth={1.75} />
      </IconButton>
      {!isPhone && (
        <Button onClick={onToday} sx={{ flex: 'none', height: 36 }}>
          Today
        </Button>
      )}
      <IconButton aria-label="Next" onClick={() => onPage(1)} sx={touch}>
        <ChevronRight size={18} strokeWidth={1.75} />
      </IconButton>
      {isWide ? (
        <Box sx={{ flex: 'none' }}>
          <SegmentedControl label="View" value={view} options={views} onChange={onView} />
        </Box>
      ) : (
        <ChoiceMenu
          label={`View: ${viewLabels[view]}`}
          choices={views.map(({ value, label }) => ({
            label,
            isChosen: value === view,
            run: () => onView(value),
          }))}
        >
          {viewLabels[view]}
        </ChoiceMenu>
      )}
      <Box
        component="span"
        title={`Times are shown in ${timeZone}`}
        sx={{
          display: 'none',
          '@media (min-width: 1600px)': { display: 'inline' },
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          typography: 'caption',
          color: 'text.tertiary',
        }}
      >
        {zoneName(timeZone, localDate(date)).full}
      </Box>
      <Box sx={{ ml: 'auto', flex: 'none', display: 'flex', alignItems: 'center', gap: { xs: 0.5, sm: 1 } }}>
        {onRail === null ? (
          <Button onClick={onNewEvent} startIcon={<Plus size={16} strokeWidth={1.9} />}>
            New event
          </Button>
        ) : (
          <IconButton
            aria-label="New event"
            onClick={onNewEvent}
            sx={{
              ...touch,
              width: { xs: 40, sm: 36 },
              border: 1,
              borderColor: 'lineStrong',
              bgcolor: 'background.raised',
            }}
          >
            <Plus size={18} strokeWidth={1.9} />
          </IconButton>
        )}
        {props.actions}
      </Box>
    </Box>
  );
}
