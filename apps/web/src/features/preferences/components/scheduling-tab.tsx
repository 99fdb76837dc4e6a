import { gridMinutes, type Scheduling } from '@dayloom/contracts';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SwitchRow } from '#ui/switch-row.tsx';
import { useSaveScheduling } from '../hooks/use-preferences.ts';
import { inMinutes } from '../model/minute-options.ts';
import { BreakFields } from './break-fields.tsx';
import './scheduling-tab.css';

const lengths = inMinutes([15, 20, 25, 30, 45, 50, 60, 90, 120, 180, 240]);
const buffers = inMinutes([0, 5, 10, 15, 20, 30, 45, 60]);
const horizons = [1, 3, 5, 7, 10, 14, 21, 28, 42, 56].map((value) => ({
  value,
  label:
    value === 1
      ? 'Today'
      : value % 7 === 0
        ? `${value / 7} ${value === 7 ? 'week' : 'weeks'}`
        : `${value} days`,
}));
const unmovedHours = [0, 1, 2, 3, 4, 6, 8, 12, 24, 48, 72].map((value) => ({
  value,
  label: value === 0 ? 'Everything may move' : value === 1 ? 'The next hour' : `The next ${value} hours`,
}));
const grids = gridMinutes.map((value) => ({ value, label: `Every ${value} minutes` }));
const stabilities = [
  { value: 'loose', label: 'Loose' },
  { value: 'balanced', label: 'Balanced' },
  { value: 'steady', label: 'Steady' },
] as const;
const replannings = [
  { value: 'off', label: 'Do nothing' },
  { value: 'propose', label: 'Propose a new plan' },
  { value: 'accept', label: 'Update the plan at once' },
] as const;
const replanningWords: Record<Scheduling['automaticReplanning'], string> = {
  off: 'A meeting may overlap planned work until you plan again.',
  propose: 'A meeting overlaps a block, or work was not done: a new plan waits for you to accept it.',
  accept: 'A meeting overlaps a block, or work was not done: the new plan counts at once. You can undo it.',
};
const stabilityWords: Record<Scheduling['stability'], string> = {
  loose: 'The best plan wins, however much moves.',
  balanced: 'Blocks move when it is worth it.',
  steady: 'Blocks stay unless something would be late.',
};

/** Each choice is saved at once and applies to the next task and the next plan. */
export function SchedulingTab({ scheduling }: { scheduling: Scheduling }) {
  const set = useSaveScheduling();
  const { smallestChunkMinutes: smallest, largestChunkMinutes: largest } = scheduling;
  return (
    <div className="scheduling-tab">
      <Card aria-labelledby="new-tasks">
        <CardHeader id="new-tasks" title="New tasks" subtitle="Used when a task does not set its own" />
        <CardBody className="scheduling-tab-fields">
          <SelectField
            label="Length"
            value={scheduling.taskMinutes}
            options={lengths}
            onChange={(taskMinutes) => set({ taskMinutes })}
          />
          <SelectField
            label="Free time after each block"
            value={scheduling.taskBufferMinutes}
            options={buffers}
            onChange={(taskBufferMinutes) => set({ taskBufferMinutes })}
          />
          <SelectField
            label="Smallest chunk"
            value={smallest}
            options={lengths}
            hint="Of a task that may be split"
            onChange={(value) =>
              set({ smallestChunkMinutes: value, ...(value > largest && { largestChunkMinutes: value }) })
            }
          />
          <SelectField
            label="Largest chunk"
            value={largest}
            options={lengths}
            hint="Longer tasks may be split"
            onChange={(value) =>
              set({ largestChunkMinutes: value, ...(value < smallest && { smallestChunkMinutes: value }) })
            }
          />
        </CardBody>
      </Card>
      <Card aria-labelledby="planning">
        <CardHeader id="planning" title="Planning" subtitle="How 'Plan my week' works" />
        <CardBody className="scheduling-tab-fields">
          <SelectField
            label="Plan ahead"
            value={scheduling.horizonDays}
            options={horizons}
            onChange={(horizonDays) => set({ horizonDays })}
          />
          <SelectField
            label="Blocks begin"
            value={scheduling.gridMinutes}
            options={grids}
            hint="More often where a task's length needs it"
            onChange={(value) => set({ gridMinutes: value })}
          />
          <SelectField
            label="Free time around events"
            value={scheduling.meetingBufferMinutes}
            options={buffers}
            onChange={(meetingBufferMinutes) => set({ meetingBufferMinutes })}
          />
          <BreakFields breaks={scheduling} onChange={set} />
          <SelectField
            label="No moves within"
            value={scheduling.freezeHours}
            options={unmovedHours}
            hint="Blocks that begin this soon stay where they are"
            onChange={(freezeHours) => set({ freezeHours })}
          />
          <div className="scheduling-tab-stability">
            <div className="scheduling-tab-label text-label" aria-hidden="true">
              Stability
            </div>
            <SegmentedControl
              label="Stability"
              value={scheduling.stability}
              options={stabilities}
              onChange={(stability) => set({ stability })}
            />
            <div aria-live="polite" className="scheduling-tab-hint text-caption">
              {stabilityWords[scheduling.stability]}
            </div>
          </div>
        </CardBody>
        <div className="scheduling-tab-replanning">
          <SelectField
            label="When the plan no longer holds"
            value={scheduling.automaticReplanning}
            options={replannings}
            hint={replanningWords[scheduling.automaticReplanning]}
            onChange={(automaticReplanning) => set({ automaticReplanning })}
          />
        </div>
        <SwitchRow
          title="Whole days block time"
          description="All-day events take up their days, unless their calendar marks them as free"
          isOn={scheduling.allDayEventsBlock}
          onChange={(allDayEventsBlock) => set({ allDayEventsBlock })}
        />
      </Card>
    </div>
  );
}
