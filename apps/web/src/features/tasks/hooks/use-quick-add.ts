import type { ClarificationChoice } from '@dayloom/language';
import { useQueryClient } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { getMessage } from '#lib/api.ts';
import { notify } from '#ui/toast.tsx';
import { type Corrections, remainingTokens, shiftRanges, splitLines } from '../model/quick-add.ts';
import type { TimeContext } from '../model/time-context.ts';
import type { View } from '../model/views.ts';
import { discardRefused } from './create-tasks.ts';
import { type Line, toLine, useLineReading } from './use-line-reading.ts';
import type { TaskActions } from './use-task-actions.ts';

/** A larger paste is probably a mistake. */
const MAX_LINES = 200;

/** The state of the quick-add line: its text, its tokens, and what Enter does. */
export function useQuickAdd(
  create: TaskActions['create'],
  view: View,
  context: TimeContext,
  initialText: string,
) {
  const client = useQueryClient();
  const [line, setLine] = useState(() => toLine(initialText));
  const { language, load, toNewTaskRequest, understand } = useLineReading(view, context);
  const latest = useRef(line);
  useEffect(() => {
    latest.current = line;
  }, [line]);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  /** A line that was refused keeps its id, so that sending it again cannot create a second task. */
  const returned = useRef<{ text: string; id: string }>(null);
  const read = useDeferredValue(line);

  const understood = useMemo(() => understand(read), [understand, read]);
  const tokens = remainingTokens(understood?.tokens ?? [], line.text);

  const write = (text: string) => {
    void load();
    setLine((before) => ({
      ...before,
      text,
      plain: shiftRanges(before.plain, before.text, text),
      // The corrections are of a line, not of its letters.
      ...(text.trim() === '' && { corrections: {} }),
    }));
  };

  const correct = (corrections: Corrections) =>
    setLine((before) => ({ ...before, corrections: { ...before.corrections, ...corrections } }));

  const answer = ({ text, ignore }: ClarificationChoice) =>
    setLine((before) => ({
      ...before,
      text,
      plain: [...shiftRanges(before.plain, before.text, text), ...ignore],
      settled: text === before.text && ignore.length === 0 ? (understood?.question?.text ?? null) : null,
    }));

  const add = async (lines: readonly Line[]) => {
    const getId = (one: Line) =>
      returned.current?.text === one.text ? returned.current.id : crypto.randomUUID();
    const written = lines.map((one) => ({ one, id: getId(one) }));
    const readBy = (module: typeof language) =>
      written.map(({ one, id }) => toNewTaskRequest(module, one, id));
    const now = readBy(language);
    // If Enter comes before the parser is loaded, the unparsed line is shown meanwhile.
    const reading = language ? null : load().then(readBy);
    const refused = await create(now, reading);
    const [first] = refused;
    if (!first) return;
    const [lost] = written.filter(({ id }) => id === first.input._id);
    const reason = getMessage(first.error, 'The task could not be added.');
    if (refused.length === 1 && lost && isHere.current && latest.current.text === '') {
      discardRefused(client, new Set([lost.id]));
      returned.current = { text: lost.one.text, id: lost.id };
      latest.current = lost.one;
      setLine(lost.one);
      notify.error(`${reason} Your line is back in the box.`);
      return;
    }
    const what = refused.length === 1 ? `“${first.input.title}”` : `${refused.length} tasks`;
    notify.error(`${what} not added: ${reason}`);
  };

  const submit = () => {
    if (line.text.trim() === '') return;
    setLine(toLine(''));
    void add([line]);
  };

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = splitLines(event.clipboardData.getData('text'));
    if (lines.length < 2) return;
    event.preventDefault();
    if (lines.length > MAX_LINES) {
      notify.error(`That is ${lines.length} lines. Paste at most ${MAX_LINES} tasks at a time.`);
      return;
    }
    void add(lines.map(toLine));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const choice =
      event.altKey && understood?.question?.choices[Number(/^Digit(\d)$/.exec(event.code)?.[1]) - 1];
    if (choice) {
      event.preventDefault();
      answer(choice);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      submit();
    } else if (event.key === 'Escape') event.currentTarget.blur();
    else if (event.key === 'Backspace' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const { selectionStart, selectionEnd } = event.currentTarget;
      const token = selectionStart === selectionEnd && tokens.find(({ to }) => to === selectionStart);
      if (!token) return;
      event.preventDefault();
      const { from, to } = token;
      setLine({ ...line, plain: [...line.plain, { from, to }] });
    }
  };

  return {
    text: line.text,
    tokens,
    understood: line.text.trim() === '' ? null : understood,
    write,
    correct,
    answer,
    submit,
    load,
    onPaste,
    onKeyDown,
  };
}
