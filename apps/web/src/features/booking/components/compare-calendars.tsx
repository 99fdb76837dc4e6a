import { useId, useRef } from 'react';
import { Switch } from '#ui/switch.tsx';
import type { CallProblem } from '../api.ts';
import type { Comparison } from '../hooks/use-comparison.ts';
import { describeFileProblem, describeSkipped } from '../model/file-problems.ts';
import { Icon } from './icons.tsx';
import './compare-calendars.css';

interface CompareCalendarsProps {
  readonly comparison: Comparison;
  /** Why the visitor's own calendar is not shown. */
  readonly ownProblem: CallProblem | null;
}

/** Marks times when the visitor is busy, from their calendars here if signed in, or from a file that only the browser reads. */
export function CompareCalendars({ comparison, ownProblem }: CompareCalendarsProps) {
  const { listOwnBusy, isOwnShown, showOwn, file, chooseFile, removeFile } = comparison;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="compare-calendars">
      {listOwnBusy && (
        <label className="compare-calendars-own" htmlFor={`${id}-own`}>
          <Switch id={`${id}-own`} checked={isOwnShown} onChange={showOwn} />
          Show my calendar
        </label>
      )}
      {file === null && (
        <button type="button" className="compare-calendars-button" onClick={() => input.current?.click()}>
          Compare with a calendar file
        </button>
      )}
      <input
        ref={input}
        type="file"
        accept=".ics,.ical,.ifb,text/calendar"
        hidden
        aria-label="Calendar file"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file can be chosen again.
          currentTarget.value = '';
          if (chosen) chooseFile(chosen);
        }}
      />
      {file && (
        <p className="compare-calendars-file">
          <span className="compare-calendars-name">{file.name}</span>
          <button
            type="button"
            className="compare-calendars-remove"
            aria-label={`Stop comparing with ${file.name}`}
            onClick={removeFile}
          >
            <Icon name="close" size={14} />
          </button>
        </p>
      )}
      <output className="compare-calendars-status">
        {file?.state === 'reading' && <span>Reading the file…</span>}
        {file?.state === 'failed' && (
          <span className="compare-calendars-problem">{describeFileProblem(file.problem)}</span>
        )}
        {file?.state === 'read' && (
          <span>
            Times at which you are busy are marked. The file stays on this device.{' '}
            {describeSkipped(file.skipped)}
          </span>
        )}
        {ownProblem && (
          <span className="compare-calendars-problem">
            {ownProblem.kind === 'refused'
              ? 'You are no longer signed in. Sign in again to see your calendar here.'
              : ownProblem.message}
          </span>
        )}
      </output>
    </div>
  );
}
