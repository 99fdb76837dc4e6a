import type { Settings } from '@dayloom/contracts';
import { useState } from 'react';
import { useViewer } from '#lib/viewer.ts';
import { formatZone } from '#lib/zone-names.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { SearchSelect } from '#ui/search-select.tsx';
import { UnsavedGuard } from '#ui/unsaved-guard.tsx';
import { WeekHours } from '#ui/week-hours.tsx';
import { useSaveHomeTimeZone, useSaveHours } from '../hooks/use-preferences.ts';
import { describeWeek, type HoursSets, hasProblem, sameHours } from '../model/week-hours.ts';
import { OwnDatesCard } from './own-dates-card.tsx';
import './hours-tab.css';

const zones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: formatZone(value) }));

export function HoursTab({ settings }: { settings: Settings }) {
  const { timeZone } = useViewer();
  const home = settings.homeTimeZone.name;
  const saveZone = useSaveHomeTimeZone();
  const saveHours = useSaveHours();
  const saved: HoursSets = { work: settings.workingHours, personal: settings.personalHours };
  const [edited, setEdited] = useState<HoursSets | null>(null);
  const shown = edited ?? saved;
  const isChanged = edited !== null && !sameHours(edited, saved);
  const isWrong = hasProblem(shown);

  return (
    <div className="hours-tab">
      <UnsavedGuard isDirty={isChanged && !saveHours.isPending} />
      <Card aria-labelledby="home-zone">
        <CardHeader
          id="home-zone"
          title="Home zone"
          subtitle="Your hours, whole days and deadlines without a time use this zone, wherever you travel."
        />
        <CardBody>
          <div className="hours-tab-zone">
            <label className="text-label" htmlFor="zone">
              Zone
            </label>
            <SearchSelect
              id="zone"
              label="Zone"
              value={home}
              options={zones}
              onChange={(name) => saveZone(name)}
              aria-describedby={timeZone === home ? undefined : 'browser-zone'}
            />
          </div>
          {timeZone !== home && (
            <p id="browser-zone" className="hours-tab-browser-zone text-caption">
              Your browser is in {formatZone(timeZone)}.
            </p>
          )}
        </CardBody>
      </Card>
      <form
        className="hours-tab-form"
        noValidate
        aria-label="Working hours"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong) saveHours.mutate(shown, { onSuccess: () => setEdited(null) });
        }}
      >
        <Card aria-labelledby="work-hours">
          <CardHeader
            id="work-hours"
            title="Work"
            subtitle="When tasks with the hours 'work' may be planned"
            action={<Total text={describeWeek(shown.work)} />}
          />
          <WeekHours name="work" hours={shown.work} onChange={(work) => setEdited({ ...shown, work })} />
        </Card>
        <Card aria-labelledby="personal-hours">
          <CardHeader
            id="personal-hours"
            title="Personal"
            subtitle="When everything else may be planned"
            action={<Total text={describeWeek(shown.personal)} />}
          />
          <WeekHours
            name="personal"
            hours={shown.personal}
            onChange={(personal) => setEdited({ ...shown, personal })}
          />
        </Card>
        <div className="hours-tab-actions">
          <output className="hours-tab-status text-small">
            {isWrong ? 'Fix the marked days first' : isChanged ? 'Unsaved changes' : ''}
          </output>
          <Button variant="text" onClick={() => setEdited(null)} disabled={!isChanged || saveHours.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="contained"
            color="primary"
            disabled={!isChanged || isWrong || saveHours.isPending}
          >
            {saveHours.isPending ? 'Saving...' : 'Save hours'}
          </Button>
        </div>
      </form>
      <OwnDatesCard settings={settings} />
    </div>
  );
}

function Total({ text }: { text: string }) {
  return <div className="hours-tab-total text-small n">{text}</div>;
}
