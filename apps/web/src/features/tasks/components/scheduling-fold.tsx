import { partsOfDay } from '@dayloom/contracts';
import {
  CalendarDays,
  ChevronDown,
  ChevronRight,
  Coffee,
  Link2,
  Moon,
  Repeat,
  Split,
  Sunrise,
  Wand2,
} from 'lucide-react';
import { useId, useState } from 'react';
import { getCity } from '#lib/zone-names.ts';
import { DateField } from '#ui/date-field.tsx';
import { Select } from '#ui/select-field.tsx';
import { Switch } from '#ui/switch.tsx';
import { TimeField } from '#ui/time-field.tsx';
import type { TaskEditor } from '../hooks/use-task-editor.ts';
import type { TimeContext } from '../model/time-context.ts';
import { CompactInput, FactLine } from './compact-fields.tsx';
import { DependsOnField } from './depends-on-field.tsx';
import { RepeatField } from './repeat-field.tsx';
import './scheduling-fold.css';

const KEY = 'dayloom.tasks.scheduling';
const icon = { size: 16, strokeWidth: 1.9, 'aria-hidden': true } as const;

const timesOfDay = [
  { value: '' as const, label: 'Any' },
  ...partsOfDay.map((part) => ({ value: part, label: `${part[0]?.toUpperCase()}${part.slice(1)}` })),
];

interface SchedulingFoldProps {
  editor: TaskEditor;
  context: TimeContext;
  taskId: string;
}

/** Constraints for the planner. */
export function SchedulingFold({ editor, context, taskId }: SchedulingFoldProps) {
  const [isOpen, setIsOpen] = useState(() => localStorage.getItem(KEY) !== 'closed');
  const bodyId = useId();
  const toggle = () => {
    localStorage.setItem(KEY, isOpen ? 'closed' : 'open');
    setIsOpen(!isOpen);
  };
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section className="scheduling-fold">
      <h3 className="scheduling-fold-title text-h3">
        <button
          type="button"
          className="scheduling-fold-button"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={toggle}
        >
          <Chevron size={16} aria-hidden />
          Scheduling
        </button>
      </h3>
      <div id={bodyId} hidden={!isOpen} className="scheduling-fold-body">
        {isOpen && <SchedulingFields editor={editor} context={context} taskId={taskId} />}
      </div>
    </section>
  );
}

function SchedulingFields({ editor, context, taskId }: SchedulingFoldProps) {
  const { draft, problems, set } = editor;
  const { start, split } = draft;
  const id = useId();
  const isAbroad = context.homeTimeZone !== context.timeZone && start.date !== '';
  return (
    <>
      <FactLine
        icon={<Wand2 {...icon} />}
        name="Automatic"
        htmlFor={`${id}-automatic`}
        hint={draft.isAutomatic ? undefined : 'You place it in the calendar yourself'}
      >
        <Switch
          checked={draft.isAutomatic}
          onChange={(isOn) => set('isAutomatic', isOn)}
          id={`${id}-automatic`}
        />
      </FactLine>
      <FactLine
        icon={<CalendarDays {...icon} />}
        name="Start after"
        problem={problems.start}
        hint={isAbroad ? `In the time of ${getCity(context.timeZone)}` : undefined}
      >
        <DateField
          label="Start date"
          isLabelHidden
          isCompact
          className="fact-fields-date"
          value={start.date}
          onChange={(date) => set('start', { ...start, date })}
        />
        <TimeField
          label="Start time"
          isLabelHidden
          isCompact
          className="fact-fields-time"
          value={start.time}
          onChange={(time) => set('start', { ...start, time })}
        />
      </FactLine>
      <FactLine icon={<Sunrise {...icon} />} name="Time of day" htmlFor={`${id}-time-of-day`}>
        <Select
          isCompact
          label="Time of day"
          id={`${id}-time-of-day`}
          value={draft.timeOfDay}
          options={timesOfDay}
          onChange={(timeOfDay) => set('timeOfDay', timeOfDay)}
        />
      </FactLine>
      <FactLine
        icon={<Split {...icon} />}
        name="May be split"
        htmlFor={`${id}-split`}
        problem={problems.split}
      >
        <Switch
          checked={split.isSplittable}
          onChange={(isSplittable) => set('split', { ...split, isSplittable })}
          id={`${id}-split`}
        />
        {split.isSplittable && (
          <>
            <CompactInput
              className="scheduling-fold-chunk"
              aria-label="Smallest chunk"
              placeholder="30 min"
              maxLength={20}
              value={split.smallest}
              aria-invalid={problems.split !== undefined}
              onChange={(event) => set('split', { ...split, smallest: event.currentTarget.value })}
            />
            <span>to</span>
            <CompactInput
              className="scheduling-fold-chunk"
              aria-label="Largest chunk"
              placeholder="2 h"
              maxLength={20}
              value={split.largest}
              aria-invalid={problems.split !== undefined}
              onChange={(event) => set('split', { ...split, largest: event.currentTarget.value })}
            />
          </>
        )}
      </FactLine>
      <FactLine icon={<Coffee {...icon} />} name="Buffer" htmlFor={`${id}-buffer`} problem={problems.buffer}>
        <CompactInput
          className="scheduling-fold-minutes"
          id={`${id}-buffer`}
          type="number"
          min={0}
          max={240}
          step={5}
          value={draft.buffer}
          aria-invalid={problems.buffer !== undefined}
          onChange={(event) => set('buffer', event.currentTarget.value)}
        />
        <span>min after</span>
      </FactLine>
      <FactLine
        icon={<Repeat {...icon} />}
        name="Repeat"
        htmlFor={`${id}-repeat`}
        problem={problems.recurrenceRule}
      >
        <RepeatField
          id={`${id}-repeat`}
          repeat={{ rule: draft.recurrenceRule, hasFlexibleDays: draft.hasFlexibleDays }}
          isInvalid={problems.recurrenceRule !== undefined}
          onChange={({ rule, hasFlexibleDays }) => {
            set('recurrenceRule', rule);
            set('hasFlexibleDays', hasFlexibleDays);
          }}
        />
      </FactLine>
      <FactLine
        icon={<Link2 {...icon} />}
        name="Depends on"
        htmlFor={`${id}-depends`}
        problem={problems.dependsOn}
      >
        <DependsOnField
          id={`${id}-depends`}
          taskId={taskId}
          value={draft.dependsOn}
          onChange={(ids) => set('dependsOn', ids)}
        />
      </FactLine>
      <FactLine
        icon={<Moon {...icon} />}
        name="Someday"
        htmlFor={`${id}-someday`}
        hint={draft.isSomeday ? 'Kept, but not planned' : undefined}
      >
        <Switch checked={draft.isSomeday} onChange={(isOn) => set('isSomeday', isOn)} id={`${id}-someday`} />
      </FactLine>
    </>
  );
}
