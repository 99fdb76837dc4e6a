import type { ImportReport } from '@dayloom/contracts';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { CardRow } from '#ui/card.tsx';
import { LinearProgress } from '#ui/progress.tsx';
import { summarize } from '../model/import.ts';
import type { ImportState } from '../model/import-run.ts';
import './import-outcome.css';

export function ImportOutcome({ state, onCancel }: { state: ImportState; onCancel: () => void }) {
  if (state.step === 'idle') return null;
  if (state.step === 'running') return <Running state={state} onCancel={onCancel} />;
  if (state.step === 'failed')
    return (
      <CardRow role="alert">
        <span className="import-outcome-icon" data-outcome="failed">
          <TriangleAlert size={18} strokeWidth={1.75} />
        </span>
        <div className="import-outcome-text">
          <strong>{state.fileName}</strong> was not imported. {state.message}
        </div>
      </CardRow>
    );
  return (
    <>
      <CardRow as="output">
        <span className="import-outcome-icon" data-outcome="done">
          <CircleCheck size={18} strokeWidth={1.75} />
        </span>
        <div className="import-outcome-text">
          <strong>{state.fileName}</strong> {summarize(state.report)}
          {state.report.todos > 0 && ` ${state.report.todos} to-dos were left out.`}
        </div>
      </CardRow>
      {state.report.problemCount > 0 && <Problems report={state.report} />}
    </>
  );
}

function Running({
  state,
  onCancel,
}: {
  state: Extract<ImportState, { step: 'running' }>;
  onCancel: () => void;
}) {
  const percent = Math.round(state.share * 100);
  const isReading = state.share >= 1;
  const step = isReading
    ? state.events > 0
      ? `${state.events} events read`
      : 'The server is reading the file'
    : `${percent} % sent`;
  return (
    <CardRow className="import-outcome-running">
      <div className="import-outcome-progress">
        <div className="import-outcome-progress-head">
          <div className="import-outcome-file">{state.fileName}</div>
          <output className="import-outcome-step n">{step}</output>
        </div>
        <LinearProgress
          aria-label="Import"
          className="import-outcome-bar"
          value={isReading ? undefined : percent}
        />
      </div>
      <Button size="small" variant="text" onClick={onCancel}>
        Cancel
      </Button>
    </CardRow>
  );
}

function Problems({ report }: { report: ImportReport }) {
  const { problems, problemCount } = report;
  return (
    <details open={problemCount <= 5} className="import-outcome-problems">
      <summary className="import-outcome-problems-title">
        {problemCount} {problemCount === 1 ? 'problem' : 'problems'} in the file
      </summary>
      <ol className="import-outcome-problem-list">
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`} className="import-outcome-problem text-small">
            <span className="import-outcome-problem-line n">Line {line}</span>
            <span className="import-outcome-problem-text">{message}</span>
          </li>
        ))}
      </ol>
      {problemCount > problems.length && (
        <div className="import-outcome-cut text-caption">The first {problems.length} are listed.</div>
      )}
    </details>
  );
}
