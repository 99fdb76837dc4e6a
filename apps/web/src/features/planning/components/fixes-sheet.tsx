import { describeChunking, describeOverload, describeRisk } from '@dayloom/planner';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { Sheet } from '#ui/sheet.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { notify } from '#ui/toast.tsx';
import { offerUndo } from '#ui/undo.ts';
import { usePreview, useWording } from '../hooks/use-previews.ts';
import { applyFix, findMeeting, toDisplayedFix } from '../model/fixes.ts';
import { createWording, type FixWords, fixInWords, type PlannerWording } from '../model/planner-words.ts';
import type { FixAnswer, FixesAnswer, PlanningData } from '../worker/questions.ts';

interface FixesSheetProps {
  onClose: () => void;
  /** Plan the week again: a fix was applied, or planning alone solves the problem. */
  onPlan: () => void;
}

const QUESTION = { kind: 'fixes' } as const;

/** Why not everything fits, with proofs where they exist, and fixes that take one click each. */
export function FixesSheet({ onClose, onPlan }: FixesSheetProps) {
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
    <Sheet isOpen onClose={onClose} label="Fixes">
      {error ? (
        <Box role="alert" sx={{ typography: 'body2', color: 'text.secondary' }}>
          {getMessage(error, 'The planner did not respond. Try again in a moment.')}
        </Box>
      ) : !data || !result ? (
        <RowsSkeleton rows={5} label="Looking for fixes" />
      ) : (
        <Box aria-busy={isOld} sx={{ display: 'flex', flexDirection: 'column', gap: 2.5 }}>
          <Reasons found={result} data={data} plannerWording={plannerWording} />
          {result.isSolvedByPlanning ? (
            <Button
              variant="contained"
              color="primary"
              sx={{ alignSelf: 'flex-start' }}
              onClick={() => {
                onClose();
                onPlan();
              }}
            >
              Plan my week
            </Button>
          ) : (
            <Box component="section" aria-labelledby="what-helps">
              <Box component="h3" id="what-helps" sx={{ m: 0, typography: 'h3' }}>
                What helps, cheapest first
              </Box>
              {result.ways.length === 0 && (
                <Box sx={{ typography: 'body2', color: 'text.secondary', mt: 1 }}>
                  No single change helps. Remove something from the week, or make room in it.
                </Box>
              )}
              <Box component="ol" sx={{ listStyle: 'none', m: '6px 0 0', p: 0 }}>
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
              </Box>
            </Box>
          )}
        </Box>
      )}
    </Sheet>
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
    <Box component="section" aria-labelledby="why-it-does-not-fit">
      <Box component="h3" id="why-it-does-not-fit" sx={{ m: 0, typography: 'h3' }}>
        {isSolvedByPlanning ? 'Planning again is enough' : 'Why it does not fit'}
      </Box>
      {isSolvedByPlanning && (
        <Box sx={{ mt: 0.75 }}>Everything fits in time when the week is planned again.</Box>
      )}
      {sentences.map((sentence) => (
        <Box key={sentence} className="n" sx={{ mt: 0.75, overflowWrap: 'anywhere' }}>
          {sentence}
        </Box>
      ))}
      {!isSolvedByPlanning && sentences.length === 0 && (
        <Box sx={{ mt: 0.75 }}>Everything fits as it is now.</Box>
      )}
    </Box>
  );
}

function WayRow({ words, isBusy, onDo }: { words: FixWords; isBusy: boolean; onDo: () => void }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        py: 1.25,
        '& + &': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Box className="n" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontWeight: 550 }}>{words.action}</Box>
        <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{words.effect}</Box>
      </Box>
      <Button
        size="small"
        aria-label={`Do it: ${words.action}`}
        aria-disabled={isBusy}
        onClick={onDo}
        sx={{ flex: 'none', '@media (pointer: coarse)': { height: 44 } }}
      >
        Do it
      </Button>
    </Box>
  );
}
