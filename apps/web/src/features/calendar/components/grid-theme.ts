import type { CalendarOptions } from '@fullcalendar/react';

/**
 * The look of the grid as our own class names (calendar-grid.css). The library's themes have hashed class
 * names, colour today with tints that fail WCAG AA, and style events in ways that we would have to override.
 */
export const gridTheme = {
  viewClass: 'cg-view',
  tableHeaderClass: 'cg-head',
  dayHeaderClass: ({ isToday }) => (isToday ? 'cg-day-head cg-is-today' : 'cg-day-head'),
  dayHeaderInnerClass: 'cg-day-head-inner',
  dayHeaderAlign: ({ inPopover }) => (inPopover ? 'start' : 'center'),
  dayHeaderDividerClass: 'cg-divider',
  dayLaneClass: ({ isToday }) => (isToday ? 'cg-lane cg-is-today' : 'cg-lane'),
  dayLaneInnerClass: 'cg-lane-inner',
  slotLaneClass: ({ isMinor }) => (isMinor ? 'cg-slot cg-is-minor' : 'cg-slot'),
  slotHeaderClass: 'cg-slot-head',
  slotHeaderInnerClass: 'cg-slot-head-inner',
  allDayHeaderClass: 'cg-all-day-head',
  allDayHeaderInnerClass: 'cg-all-day-head-inner',
  allDayDividerClass: 'cg-divider',
  weekNumberHeaderClass: 'cg-corner',
  weekNumberHeaderInnerClass: 'cg-corner-inner',
  dayRowClass: 'cg-row',
  dayCellClass: ({ isToday, isOther }) =>
    ['cg-cell', isToday && 'cg-is-today', isOther && 'cg-is-other'].filter(Boolean).join(' '),
  dayCellTopClass: 'cg-cell-top',
  dayCellTopInnerClass: 'cg-cell-number',
  dayCellBottomClass: 'cg-cell-bottom',
  fillerClass: 'cg-filler',
  highlightClass: 'cg-highlight',
  nowIndicatorLineClass: 'cg-now-line',
  nowIndicatorHeaderClass: 'cg-now-mark',
  nowIndicatorDotClass: 'cg-now-dot',
  eventClass: ({ isMirror, isDragging, isResizing, isSelected, isShort }) =>
    [
      'cg-event',
      isMirror && 'cg-is-mirror',
      (isDragging || isResizing) && 'cg-is-dragging',
      isSelected && 'cg-is-held',
      isShort && 'cg-is-short',
    ]
      .filter(Boolean)
      .join(' '),
  backgroundEventClass: 'cg-beneath',
  eventInnerClass: 'cg-event-inner',
  columnEventClass: 'cg-column-event',
  columnEventAfterClass: ({ isEndResizable }) => (isEndResizable ? 'cg-resizer' : ''),
  rowEventClass: 'cg-row-event',
  rowEventAfterClass: ({ isEndResizable }) => (isEndResizable ? 'cg-row-resizer' : ''),
  listItemEventClass: 'cg-list-event',
  moreLinkClass: 'cg-more',
  popoverClass: 'cg-popover',
  popoverCloseClass: 'cg-popover-close',
  listDayClass: 'cg-list-day',
  listDayHeaderClass: ({ isToday }) => (isToday ? 'cg-list-head cg-is-today' : 'cg-list-head'),
  listDayBodyClass: 'cg-list-body',
  noEventsClass: 'cg-no-events',
} satisfies CalendarOptions;
