import { CalendarPage } from '../../features/calendar/components/calendar-page.tsx';

export function CalendarFlowRoute() {
  return <CalendarPage />;
}
