import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { notify } from '#ui/toast.tsx';
import { offerUndo } from '#ui/undo.ts';
import { applyFix, findMeeting, toDisplayedFix } from '../model/fixes.ts';
import { describeFix, type FixWords } from '../model/planner-words.ts';
import type { FixResult, PlanningData } from '../worker/questions.ts';
import { usePreview, useWording } from './use-previews.ts';

export interface DescribedFix {
  readonly answer: FixResult;
  readonly words: FixWords;
}

/** Why not everything fits, the fixes with their words, and what applies one of them. */
export function useFixes({
  tasks = [],
  onApplied,
}: {
  /** Work that gets a fix in any case, as the planner names it. */
  tasks?: readonly string[];
  onApplied: () => void | Promise<void>;
}) {
  const { data, result, isOld, isOffline, error } = usePreview({ kind: 'fixes', tasks });
  const wording = useWording(data);
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  /** What the last fix was applied to: fixes for it are no longer true. */
  const applied = useRef<PlanningData>(null);

  const apply = async ({ answer, words }: DescribedFix) => {
    if (!data || isBusy || applied.current === data) return;
    setIsBusy(true);
    try {
      const commandId = await applyFix(answer.fix, data);
      offerUndo(client, words.done, commandId, {
        onReverted: () => {
          applied.current = null;
          void onApplied();
        },
      });
      applied.current = data;
      const following = onApplied();
      // The page stays: there may be another fix.
      if (following) {
        await following;
        await client.invalidateQueries({ queryKey: queryKeys.planInstance });
        setIsBusy(false);
      }
    } catch (failure) {
      // Not after a success: until the page is left, a second click would apply it again.
      setIsBusy(false);
      notify.error(getMessage(failure, 'That could not be done.'));
    } finally {
      for (const queryKey of [queryKeys.profile, queryKeys.tasks, queryKeys.plan, queryKeys.events])
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false });
    }
  };

  const inWords = (answer: FixResult, of: PlanningData): DescribedFix => ({
    answer,
    words: describeFix(
      { ...answer, fix: toDisplayedFix(answer.fix, of) },
      findMeeting(answer.fix, of)?.title ?? null,
      wording,
    ),
  });
  const found = data &&
    result && { ...result, data, wording, fixes: result.fixes.map((answer) => inWords(answer, data)) };
  /** The cheapest fix after which a task is not at risk, or the cheapest that helps it. */
  const findFixFor = (task: string): DescribedFix | undefined => {
    const fixes = found?.fixes.filter(({ answer }) => answer.helps.includes(task)) ?? [];
    return fixes.find(({ answer }) => answer.atRisk.every((risk) => risk.task !== task)) ?? fixes[0];
  };
  return { found, findFixFor, isOld, isOffline, error, isBusy, apply };
}
