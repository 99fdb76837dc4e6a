import { describeChunking, describeOverload, describeRisk } from '@dayloom/planner';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { notify } from '#ui/toast.tsx';
import { offerUndo } from '#ui/undo.ts';
import { usePreview, useWording } from '../hooks/use-previews.ts';
import { applyFix, findMeeting, toDisplayedFix } from '../model/fixes.ts';
import { createWording, type FixWords, fixInWords, type PlannerWording } from '../model/planner-words.ts';
import type { FixAnswer, FixesAnswer, PlanningData } from '../worker/questions.ts';
import './fix-list.css';

export interface FixListProps {
  onClose: () => void;
  /** Plan the week again: a fix was applied, or planning alone solves the problem. */
  onPlan: () => void;
}

const QUESTION = { kind: 'fixes' } as const;

/** Why not everything fits, with proofs where they exist, and fixes that take one click each. */
export function FixList({ onClose, onPlan }: FixListProps) {
  const { data, result, isOld, error } = usePreview(QUESTION);
  const plannerWording = useWording(data);
  const client = useQueryClient();
  const [doing, setDoing] = useState<FixAnswer | null>(null);

  const fix = async (way: FixAnswer, words: FixWords) => {
    if (!data || doing) return;
    setDoing(way);
    try {
      const commandId = await applyFix(way.fix, data);
      offerUndo(client, words.done, commandId, { onReverted: onPlan });
      onClose();
      onPlan();
    } catch (failure) {
      notify.error(getMessage(failure, 'That could not be done.'));
    } finally {
      setDoing(null);
      for (const queryKey of [queryKeys.profile, queryKeys.tasks, queryKeys.plan, queryKeys.events])
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }
  };

  return (
    <>
      {error ? (
        <div role="alert" className="fix-list-failure text-small">
          {getMessage(error, 'The planner did not respond. Try again in a moment.')}
        </div>
      ) : !data || !result ? (
        <RowsSkeleton rows={5} label="Looking for fixes" />
      ) : (
        <div aria-busy={isOld} className="fix-list">
          <Reasons found={result} data={data} plannerWording={plannerWording} />
          {result.isSolvedByPlanning ? (
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
              {result.ways.length === 0 && (
                <div className="fix-list-nothing text-small">
                  No single change helps. Remove something from the week, or make room in it.
                </div>
              )}
              <ol className="fix-list-ways">
                {result.ways.map((way) => {
                  const words = fixInWords(
                    { ...way, fix: toDisplayedFix(way.fix, data) },
                    findMeeting(way.fix, data)?.title ?? null,
                    plannerWording,
                  );
                  return (
                    <WayRow
                      key={words.action}
                      words={words}
                      isBusy={doing !== null}
                      onDo={() => void fix(way, words)}
                    />
                  );
                })}
              </ol>
            </section>
          )}
        </div>
      )}
    </>
  );
}

/** Proofs first, then the risks that no proof explains. */
function Reasons({
  found,
  data,
  plannerWording,
}: {
  found: FixesAnswer;
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
    ...chunking.map((problem) => describeChunking(problem, wording)),
    ...atRisk.filter(({ task }) => !explained.has(task)).map((risk) => describeRisk(risk, wording)),
  ];
  return (
    <section aria-labelledby="why-it-does-not-fit">
      <h3 id="why-it-does-not-fit" className="fix-list-title text-h3">
        {isSolvedByPlanning ? 'Planning again is enough' : 'Why it does not fit'}
      </h3>
      {isSolvedByPlanning && (
        <div className="fix-list-reason">Everything fits in time when the week is planned again.</div>
      )}
      {sentences.map((sentence) => (
        <div key={sentence} className="fix-list-reason n">
          {sentence}
        </div>
      ))}
      {!isSolvedByPlanning && sentences.length === 0 && (
        <div className="fix-list-reason">Everything fits as it is now.</div>
      )}
    </section>
  );
}

function WayRow({ words, isBusy, onDo }: { words: FixWords; isBusy: boolean; onDo: () => void }) {
  return (
    <li className="fix-list-way">
      <div className="fix-list-way-text n">
        <div className="fix-list-way-action">{words.action}</div>
        <div className="fix-list-way-effect text-small">{words.effect}</div>
      </div>
      <Button
        size="small"
        aria-label={`Do it: ${words.action}`}
        aria-disabled={isBusy}
        onClick={onDo}
        className="fix-list-way-button"
      >
        Do it
      </Button>
    </li>
  );
}
