import type { ClarificationChoice, QuickAdd, TextRange } from '@dayloom/language';
import { formatDayNumber } from '@dayloom/time';
import { useCallback, useRef, useState } from 'react';
import { stepWhenIdle } from '#lib/load-ahead.ts';
import { fitTitle } from '../model/long-title.ts';
import {
  type Corrections,
  describeNewTask,
  describeProblem,
  type NewTaskRequest,
  toNewTask,
} from '../model/quick-add.ts';
import { endOfWorkday, formatTime, type TimeContext, todayIn } from '../model/time-context.ts';
import { type View, viewDefaults } from '../model/views.ts';

type Language = typeof import('@dayloom/language');

/** A typed line, and what its writer changed in the reading. */
export interface Line {
  readonly text: string;
  /** Words that stay in the title. */
  readonly plain: readonly TextRange[];
  readonly corrections: Corrections;
  /** The question that was answered with 'Keep it'. */
  readonly settled: string | null;
}

export const toLine = (text: string): Line => ({ text, plain: [], corrections: {}, settled: null });

interface Question {
  readonly text: string;
  readonly choices: readonly ClarificationChoice[];
}

/** Reads typed lines as tasks. The parser is loaded on first use. */
export function useLineReading(view: View, context: TimeContext) {
  const [language, setLanguage] = useState<Language | null>(null);
  const loading = useRef<Promise<Language | null>>(null);

  const load = useCallback(() => {
    loading.current ??= import('@dayloom/language').then(
      (module) => {
        stepWhenIdle(module.prepareQuickAdd(), () => setLanguage(module));
        return module;
      },
      () => {
        // Without the parser the whole line is the title; the next focus tries to load it again.
        loading.current = null;
        return null;
      },
    );
    return loading.current;
  }, []);

  const toNewTaskRequest = (module: Language | null, line: Line, id: string): NewTaskRequest => {
    const now = new Date();
    const said = module
      ? toNewTask(parse(module, line, { ...context, now }), id, { ...context, now }, line.corrections)
      : { _id: id, ...fitTitle(line.text.trim()) };
    return withViewDefaults(said, view, context);
  };

  const understand = useCallback(
    (line: Line) => {
      if (!language || line.text.trim() === '') return null;
      const parsed = parse(language, line, context);
      const input = withViewDefaults(toNewTask(parsed, '', context, line.corrections), view, context);
      return {
        title: input.title,
        tokens: parsed.tokens,
        words: describeNewTask(input, context),
        problem: describeProblem(parsed.tokens),
        question: findQuestion(parsed, line.settled),
        /** The time at which it takes place, or by which it is due if the user says so. */
        time: parsed.takesPlaceAt && formatTime(parsed.takesPlaceAt, context.timeZone),
        isDeadline: line.corrections.isDeadline ?? false,
        hours: input.hours ?? 'work',
      };
    },
    [language, view, context],
  );

  return { language, load, toNewTaskRequest, understand };
}

function parse({ parseQuickAdd }: Language, { text, plain }: Line, context: TimeContext): QuickAdd {
  const { now, timeZone } = context;
  return parseQuickAdd(text, {
    now: now.getTime(),
    timeZone,
    locale: navigator.language,
    workdayEnd: endOfWorkday(todayIn(context), context),
    ignore: plain,
  });
}

function withViewDefaults(said: NewTaskRequest, view: View, context: TimeContext): NewTaskRequest {
  return { ...said, ...viewDefaults(view, said, formatDayNumber(todayIn(context))) };
}

function findQuestion({ doubt, choices }: QuickAdd, settled: string | null): Question | null {
  return doubt === null || doubt === settled ? null : { text: doubt, choices };
}
