import { useQuery } from '@tanstack/react-query';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { ColorMark } from '#ui/color-mark.tsx';
import { calendarsQuery } from '../api.ts';
import { OwnReminders } from './own-reminders.tsx';
import './calendar-reminders.css';

/** The reminders of each calendar, for those that differ. */
export function CalendarReminders() {
  const { data: calendars = [] } = useQuery(calendarsQuery);
  if (calendars.length === 0) return null;
  return (
    <Card aria-labelledby="calendar-reminders">
      <CardHeader
        id="calendar-reminders"
        title="By calendar"
        subtitle="For the events of one calendar; subscribed ones are silent unless you choose otherwise"
      />
      {calendars.map(({ _id, name, color }) => (
        <CardRow key={_id} className="calendar-reminders-row">
          <div className="calendar-reminders-name">
            <ColorMark color={color} />
            {name}
          </div>
          <OwnReminders subject="calendar" id={_id} label={`Reminders of ${name}`} />
        </CardRow>
      ))}
    </Card>
  );
}
