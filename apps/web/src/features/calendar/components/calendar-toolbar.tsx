import { ChevronLeft, ChevronRight, PanelLeft, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { localDate } from '#lib/local-dates.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { ChoiceMenu, type MenuChoice } from '#ui/choice-menu.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import {
  type CalendarView,
  calendarViews,
  formatTitle,
  phoneViews,
  viewLabels,
  zoneName,
} from '../model/views.ts';
import './calendar-toolbar.css';

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

/** From here on the views fit side by side, next to the search and the sidebar. */
const WIDE = '(min-width:1280px)';

/** In the top bar, so that the hours begin as high as possible. One row at every width. */
export function CalendarToolbar(props: CalendarToolbarProps) {
  const { view, date, firstDay, timeZone, isPhone, onRail, onView, onToday, onPage, onNewEvent } = props;
  const isWide = useMediaQuery(WIDE);
  const title = formatTitle(view, date, firstDay, !isWide);
  const views = (isPhone ? phoneViews : calendarViews).map((value) => ({ value, label: viewLabels[value] }));
  return (
    <div role="toolbar" aria-label="Calendar" className="calendar-toolbar">
      {isPhone ? (
        <h2 aria-live="polite" className="calendar-toolbar-menu">
          <ChoiceMenu
            label={`${title}, more`}
            choices={[
              { label: 'Today', run: onToday },
              ...(onRail ? [{ label: 'Tasks and calendars', run: onRail }] : []),
              ...props.moreChoices,
            ]}
          >
            {/* The first of two months: both do not fit. */}
            {title.split(/\s\d{4}|\s?–/)[0]}
          </ChoiceMenu>
        </h2>
      ) : (
        <>
          {onRail && (
            <IconButton aria-label="Tasks and calendars" onClick={onRail} className="calendar-toolbar-icon">
              <PanelLeft size={18} strokeWidth={1.75} />
            </IconButton>
          )}
          <h2 aria-live="polite" className="calendar-toolbar-title text-h2">
            {title}
          </h2>
        </>
      )}
      <IconButton aria-label="Previous" onClick={() => onPage(-1)} className="calendar-toolbar-icon">
        <ChevronLeft size={18} strokeWidth={1.75} />
      </IconButton>
      {!isPhone && (
        <Button onClick={onToday} className="calendar-toolbar-today">
          Today
        </Button>
      )}
      <IconButton aria-label="Next" onClick={() => onPage(1)} className="calendar-toolbar-icon">
        <ChevronRight size={18} strokeWidth={1.75} />
      </IconButton>
      {isWide ? (
        <div className="calendar-toolbar-views">
          <SegmentedControl label="View" value={view} options={views} onChange={onView} />
        </div>
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
      <span title={`Times are shown in ${timeZone}`} className="calendar-toolbar-zone text-caption">
        {zoneName(timeZone, localDate(date)).full}
      </span>
      <div className="calendar-toolbar-end">
        {onRail === null ? (
          <Button onClick={onNewEvent} startIcon={<Plus size={16} strokeWidth={1.9} />}>
            New event
          </Button>
        ) : (
          <IconButton
            aria-label="New event"
            onClick={onNewEvent}
            className="calendar-toolbar-icon calendar-toolbar-new"
          >
            <Plus size={18} strokeWidth={1.9} />
          </IconButton>
        )}
        {props.actions}
      </div>
    </div>
  );
}
