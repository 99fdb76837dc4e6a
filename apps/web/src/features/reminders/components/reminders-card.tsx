import { type ReminderChannel, type ReminderSettings, reminderKinds } from '@dayloom/contracts';
import { getMessage } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { SwitchRow } from '#ui/switch-row.tsx';
import { useReminderSettings } from '../hooks/use-reminders.ts';
import { kindWords } from '../model/reminder-words.ts';
import { CalendarReminders } from './calendar-reminders.tsx';
import { DailyMails } from './daily-mails.tsx';
import { ReminderRows } from './reminder-rows.tsx';
import './reminders-card.css';

/** When and how the user is reminded of each kind of thing. */
export function RemindersCards() {
  const { answer, change } = useReminderSettings();
  const { data, error, isPending, refetch } = answer;
  return (
    <div className="reminders-card">
      <Card aria-labelledby="reminders">
        <CardHeader
          id="reminders"
          title="Reminders"
          subtitle="An event, a task or a calendar can have its own in place of these"
        />
        {isPending && <RowsSkeleton rows={4} label="Loading the reminders" />}
        {error && (
          <CardRow role="alert" className="reminders-card-failure text-small">
            {getMessage(error, 'The reminders could not be loaded.')}
            <Button size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          </CardRow>
        )}
        {data && (
          <>
            {reminderKinds.map((kind) => (
              <CardRow key={kind} className="reminders-card-kind">
                <div className="reminders-card-words">
                  <h3 className="reminders-card-title text-h3">{kindWords[kind].title}</h3>
                  <div className="reminders-card-text text-small">{kindWords[kind].text}</div>
                </div>
                <ReminderRows
                  name={kindWords[kind].title}
                  atZero={kindWords[kind].atZero}
                  reminders={data.settings.defaults[kind]}
                  onChange={(reminders) => change({ defaults: { [kind]: reminders } })}
                />
              </CardRow>
            ))}
            <Unreachable {...data} />
            <SwitchRow
              title="Reminders by email"
              description="The link in a reminder mail turns this off"
              isOn={data.settings.mailsReminders}
              onChange={(mailsReminders) => change({ mailsReminders })}
            />
          </>
        )}
      </Card>
      {data && <CalendarReminders />}
      {data && <DailyMails settings={data.settings} mail={data.mail} onChange={change} />}
    </div>
  );
}

const WHY: Record<Exclude<ReminderChannel, 'app'>, string> = {
  push: 'Push: turn on Push Notifications above, and let a browser show them.',
  email: 'Email: turn on Email Notifications above and reminders by email below.',
  sms: 'SMS: verify your number, and turn on SMS reminders in Profile.',
};

/** The chosen channels that reach nobody now, and what to do about each. */
function Unreachable({
  settings,
  reachable,
}: {
  settings: ReminderSettings;
  reachable: readonly ReminderChannel[];
}) {
  const chosen = new Set(
    Object.values(settings.defaults)
      .flat()
      .flatMap(({ channels }) => channels),
  );
  const missing = (['push', 'email', 'sms'] as const).filter(
    (channel) => chosen.has(channel) && !reachable.includes(channel),
  );
  if (missing.length === 0) return null;
  return (
    <CardRow className="reminders-card-missing text-small">
      <div>Not reaching you yet:</div>
      <ul>
        {missing.map((channel) => (
          <li key={channel}>{WHY[channel]}</li>
        ))}
      </ul>
    </CardRow>
  );
}
