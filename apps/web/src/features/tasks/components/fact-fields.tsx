import { Clock, Flag, Gauge, Hash, Sun, X } from 'lucide-react';
import { useId } from 'react';
import { getCity } from '#lib/zone-names.ts';
import { IconButton } from '#ui/button.tsx';
import { DateField } from '#ui/date-field.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { TimeField } from '#ui/time-field.tsx';
import type { TaskEditor } from '../hooks/use-task-editor.ts';
import { takesPlace } from '../model/task-words.ts';
import { describePlace, findDeadline, formatTime, type TimeContext } from '../model/time-context.ts';
import { CompactInput, FactLine } from './compact-fields.tsx';
import './fact-fields.css';

const icon = { size: 16, strokeWidth: 1.9, 'aria-hidden': true } as const;
const lengths = ['15 min', '30 min', '45 min', '1 h', '1 h 30', '2 h', '3 h', '4 h', '8 h'];
const priorities = ['1', '2', '3', '4'].map((value) => ({ value, label: `P${value}` }));
const kinds = [
  { value: 'soft', label: 'Soft' },
  { value: 'hard', label: 'Hard' },
] as const;
const hours = [
  { value: 'work', label: 'Work' },
  { value: 'personal', label: 'Personal' },
] as const;

interface FactFieldsProps {
  editor: TaskEditor;
  context: TimeContext;
  projectsId: string;
}

/** Duration, deadline or end, priority, project and hours. */
export function FactFields({ editor, context, projectsId }: FactFieldsProps) {
  const { before, theirs, draft, problems, set } = editor;
  const id = useId();
  const isUnchanged = draft.due.date === theirs.due.date && draft.due.time === theirs.due.time;
  const place = isUnchanged && takesPlace(before) ? before.planned : null;
  return (
    <section aria-label="Facts" className="fact-fields">
      <FactLine
        icon={<Clock {...icon} />}
        name="Duration"
        htmlFor={`${id}-duration`}
        problem={problems.duration}
        problemId={`${id}-duration-problem`}
      >
        <CompactInput
          className="fact-fields-duration"
          id={`${id}-duration`}
          value={draft.duration}
          list={`${id}-lengths`}
          maxLength={20}
          autoComplete="off"
          aria-invalid={problems.duration !== undefined}
          aria-describedby={problems.duration && `${id}-duration-problem`}
          onChange={(event) => set('duration', event.currentTarget.value)}
        />
        <datalist id={`${id}-lengths`}>
          {lengths.map((length) => (
            <option key={length} value={length}>
              {length}
            </option>
          ))}
        </datalist>
      </FactLine>
      <FactLine
        icon={<Flag {...icon} />}
        name={place ? 'Ends' : 'Due'}
        problem={problems.due}
        hint={
          place
            ? `It takes place ${describePlace(place.startsAt, place.endsAt, context)}. That is no deadline.`
            : dueHint(draft.due, context)
        }
      >
        <DateField
          label={place ? 'End date' : 'Due date'}
          isLabelHidden
          isCompact
          className="fact-fields-date"
          value={draft.due.date}
          isInvalid={problems.due !== undefined}
          onChange={(date) => set('due', { ...draft.due, date })}
        />
        <TimeField
          label={place ? 'End time' : 'Due time'}
          isLabelHidden
          isCompact
          className="fact-fields-time"
          value={draft.due.time}
          isInvalid={problems.due !== undefined}
          onChange={(time) => set('due', { ...draft.due, time })}
        />
        {(draft.due.date || draft.due.time) && (
          <>
            <IconButton
              size="small"
              aria-label={place ? 'No end' : 'No deadline'}
              onClick={() => set('due', { date: '', time: '' })}
              className="fact-fields-no-deadline"
            >
              <X size={14} aria-hidden />
            </IconButton>
            {!place && (
              <SegmentedControl
                label="Kind of deadline"
                value={draft.dueKind}
                options={kinds}
                onChange={(kind) => set('dueKind', kind)}
              />
            )}
          </>
        )}
      </FactLine>
      <FactLine icon={<Gauge {...icon} />} name="Priority" problem={problems.priority}>
        <SegmentedControl
          label="Priority"
          value={String(draft.priority)}
          options={priorities}
          onChange={(priority) => set('priority', Number(priority))}
        />
      </FactLine>
      <FactLine icon={<Hash {...icon} />} name="Project" htmlFor={`${id}-project`} problem={problems.project}>
        <CompactInput
          className="fact-fields-project"
          id={`${id}-project`}
          list={projectsId}
          maxLength={81}
          autoComplete="off"
          placeholder="None"
          value={draft.project}
          onChange={(event) => set('project', event.currentTarget.value)}
        />
      </FactLine>
      <FactLine icon={<Sun {...icon} />} name="Hours" problem={problems.hours}>
        <SegmentedControl
          label="Hours"
          value={draft.hours}
          options={hours}
          onChange={(value) => set('hours', value)}
        />
      </FactLine>
    </section>
  );
}

/** Names the zone if it could be unclear. */
function dueHint(due: { date: string; time: string }, context: TimeContext): string | undefined {
  const { homeTimeZone, timeZone } = context;
  if (!due.date || homeTimeZone === timeZone) return undefined;
  if (due.time) return `In the time of ${getCity(timeZone)}, where you are`;
  const deadline = findDeadline({ dueOn: due.date, dueAt: null }, context);
  if (!deadline) return undefined;
  const [there, here] = [formatTime(deadline.at, homeTimeZone), formatTime(deadline.at, timeZone)];
  return `${there} in ${getCity(homeTimeZone)}, your home zone; ${here} in ${getCity(timeZone)}`;
}
