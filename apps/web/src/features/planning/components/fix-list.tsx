import { describeOverload, describeRisk, listChunking, withLatenessFromDeadline } from '@dayloom/planner';
import { getMessage } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useFixes } from '../hooks/use-fixes.ts';
import { createWording, type FixWords, type PlannerWording } from '../model/planner-words.ts';
import type { FixesResult, PlanningData } from '../worker/questions.ts';
import './fix-list.css';

export interface FixListProps {
  onClose: () => void;
  /** Plan the week again: a fix was applied, or planning alone solves the problem. */
  onPlan: () => void;
}

/** Why not everything fits, with proofs where they exist, and fixes that take one click each. */
export function FixList({ onClose, onPlan }: FixListProps) {
  const { found, isOld, isOffline, error, isBusy, apply } = useFixes({
    onApplied: () => {
      onClose();
      onPlan();
    },
  });

  return (
    <>
      {error ? (
        <div role="alert" className="fix-list-failure text-small">
          {getMessage(error, 'The planner did not respond. Try again in a moment.')}
        </div>
      ) : isOffline ? (
        <div className="fix-list-nothing text-small">Fixes need a connection.</div>
      ) : !found ? (
        <RowsSkeleton rows={5} label="Looking for fixes" />
      ) : (
        <div aria-busy={isOld} className="fix-list">
          <Reasons found={found} data={found.data} plannerWording={found.wording} />
          {found.isSolvedByPlanning ? (
            <Button
              variant="contained"
              color="primary"
              className="fix-list-plan"
              onClick={() => {
                onClose();
                onPlan();
              }}
            >
              Plan my week
            </Button>
          ) : (
            <section aria-labelledby="what-helps">
              <h3 id="what-helps" className="fix-list-title text-h3">
                What helps, cheapest first
              </h3>
              {found.fixes.length === 0 && (
                <div className="fix-list-nothing text-small">
                  No single change helps. Remove something from the week, or make room in it.
                </div>
              )}
              <ol className="fix-list-items">
                {found.fixes.map((fix) => (
                  <FixRow
                    key={fix.words.action}
                    words={fix.words}
                    isBusy={isBusy}
                    onDo={() => void apply(fix)}
                  />
                ))}
              </ol>
            </section>
          )}
        </div>
      )}
    </>
  );
}

/** More of them would hide the fixes. */
const MAX_REASONS = 6;

const showReason = (sentence: string) => (
  <div key={sentence} className="fix-list-reason n">
    {sentence}
  </div>
);

/** Proofs first, then the risks that no proof explains. */
function Reasons({
  found,
  data,
  plannerWording,
}: {
  found: Omit<FixesResult, 'fixes'>;
  data: PlanningData;
  plannerWording: PlannerWording;
}) {
  const { overloads, chunking, atRisk, isSolvedByPlanning } = found;
  const explained = new Set([
    ...overloads.flatMap(({ tasks }) => tasks.map(({ task }) => task)),
    ...chunking.map(({ task }) => task),
  ]);
  const wording = createWording(plannerWording);
  const sentences = [
    ...overloads.map((overload) => describeOverload(overload, wording, data.instance.start)),
    ...listChunking(chunking, wording),
    ...atRisk
      .filter(({ task }) => !explained.has(task))
      .map((risk) => describeRisk(withLatenessFromDeadline(risk, data.instance), wording)),
  ];
  return (
    <section aria-labelledby="why-it-does-not-fit">
      <h3 id="why-it-does-not-fit" className="fix-list-title text-h3">
        {isSolvedByPlanning ? 'Planning again is enough' : "Why it doesn't fit"}
      </h3>
      {isSolvedByPlanning && (
        <div className="fix-list-reason">Everything fits in time when the week is planned again.</div>
      )}
      {sentences.slice(0, MAX_REASONS).map(showReason)}
      {sentences.length > MAX_REASONS && (
        <details className="fix-list-more">
          <summary>and {sentences.length - MAX_REASONS} more</summary>
          {sentences.slice(MAX_REASONS).map(showReason)}
        </details>
      )}
      {!isSolvedByPlanning && sentences.length === 0 && (
        <div className="fix-list-reason">Everything fits as it is now.</div>
      )}
    </section>
  );
}

function FixRow({ words, isBusy, onDo }: { words: FixWords; isBusy: boolean; onDo: () => void }) {
  return (
    <li className="fix-list-item">
      <div className="fix-list-item-text n">
        <div className="fix-list-item-action">{words.action}</div>
        <div className="fix-list-item-effect text-small">{words.effect}</div>
      </div>
      <Button
        size="small"
        aria-label={`Do it: ${words.action}`}
        aria-disabled={isBusy}
        onClick={onDo}
        className="fix-list-item-button"
      >
        Do it
      </Button>
    </li>
  );
}
