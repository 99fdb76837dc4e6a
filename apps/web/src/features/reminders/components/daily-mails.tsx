import type { ReminderSettings, ReminderSettingsChange } from '@dayloom/contracts';
import { Card, CardBody, CardHeader, CardRow } from '#ui/card.tsx';
import { SwitchRow } from '#ui/switch-row.tsx';
import { TimeField } from '#ui/time-field.tsx';
import './daily-mails.css';

const mails = [
  {
    id: 'briefing',
    title: 'Daily briefing',
    text: 'What the day brings, by email',
    label: 'Time of the daily briefing',
  },
  {
    id: 'summary',
    title: 'Evening summary',
    text: 'What was done and what is left, by email',
    label: 'Time of the evening summary',
  },
] as const;

interface DailyMailsProps {
  settings: ReminderSettings;
  /** Whether they can reach the user. */
  mail: 'sent' | 'refused' | 'off';
  onChange: (change: ReminderSettingsChange) => void;
}

/** Why none arrive, although they are on. */
const WHY = {
  refused: 'Not reaching you yet: turn on Email Notifications above.',
  off: 'Not reaching you: this server sends no mail.',
};

/** The mails of every day, at a time of the home zone. */
export function DailyMails({ settings, mail, onChange }: DailyMailsProps) {
  return (
    <Card aria-labelledby="daily-mails">
      <CardHeader id="daily-mails" title="Daily mails" subtitle="At these times in your home zone" />
      {mail !== 'sent' && mails.some(({ id }) => settings[id].isOn) && (
        <CardRow className="text-small">{WHY[mail]}</CardRow>
      )}
      {mails.map(({ id, title, text, label }) => (
        <div key={id}>
          <SwitchRow
            title={title}
            description={text}
            isOn={settings[id].isOn}
            onChange={(isOn) => onChange({ [id]: { ...settings[id], isOn } })}
          />
          {settings[id].isOn && (
            <CardBody className="daily-mails-time">
              <TimeField
                label={label}
                value={settings[id].at}
                onChange={(at) => {
                  if (/^\d\d:\d\d$/.test(at) && at !== settings[id].at)
                    onChange({ [id]: { ...settings[id], at } });
                }}
              />
            </CardBody>
          )}
        </div>
      ))}
    </Card>
  );
}
