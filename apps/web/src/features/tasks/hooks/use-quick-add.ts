import type { TextRange } from '@dayloom/language';
import { formatDayNumber } from '@dayloom/time';
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
import {
  type NewTaskRequest,
  newTaskInWords,
  problemInWords,
  shiftRanges,
  splitLines,
  standingTokens,
  toNewTask,
} from '../model/quick-add.ts';
import { type TimeFrame, todayIn } from '../model/time-frame.ts';
import { type View, viewDefaults } from '../model/views.ts';
import { discardRefused } from './create-tasks.ts';
import type { TaskActions } from './use-task-actions.ts';

type Language = typeof import('@dayloom/language');

/** A larger paste is probably a mistake. */
const MOST_LINES = 200;

interface Line {
  text: string;
  /** Tokens that Backspace turned back into text. */
  plain: readonly TextRange[];
}

const EMPTY: Line = { text: '', plain: [] };

/** The state of the quick-add line: its text, its tokens, and what Enter does. */
export function useQuickAdd(create: TaskActions['create'], view: View, frame: TimeFrame) {
  const client = useQueryClient();
  const [line, setLine] = useState(EMPTY);
  const [language, setLanguage] = useState<Language | null>(null);
  const loading = useRef<Promise<Language | null>>(null);
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

  const load = () => {
    loading.current ??= import('@dayloom/language').then(
      (module) => {
        setLanguage(module);
        return module;
      },
      () => {
        // Without the parser the whole line is the title; the next focus tries to load it again.
        loading.current = null;
        return null;
      },
    );
    return loading.current;
  };

  const options = (plain: readonly TextRange[]) => ({
    now: Date.now(),
    timeZone: frame.timeZone,
    locale: navigator.language,
    ignore: plain,
  });
  const toNewTaskRequest = (module: Language | null, { text, plain }: Line, id: string): NewTaskRequest => {
    const said = module
      ? toNewTask(module.parseQuickAdd(text, options(plain)), id, { ...frame, now: new Date() })
      : { _id: id, title: text.trim().slice(0, 300) };
    return { ...said, ...viewDefaults(view, said, formatDayNumber(todayIn(frame))) };
  };

  const understood = useMemo(() => {
    if (!language || read.text.trim() === '') return null;
    const parsed = language.parseQuickAdd(read.text, {
      now: frame.now.getTime(),
      timeZone: frame.timeZone,
      locale: navigator.language,
      ignore: read.plain,
    });
    const said = toNewTask(parsed, '', frame);
    const input = { ...said, ...viewDefaults(view, said, formatDayNumber(todayIn(frame))) };
    return {
      title: input.title,
      tokens: parsed.tokens,
      words: newTaskInWords(input, frame),
      problem: problemInWords(parsed.tokens),
    };
  }, [language, read, frame, view]);
  const tokens = standingTokens(understood?.tokens ?? [], line.text);

  const write = (text: string) => {
    void load();
    setLine((before) => ({ text, plain: shiftRanges(before.plain, before.text, text) }));
  };

  const add = async (lines: readonly Line[]) => {
    const getId = (one: Line) =>
      returned.current?.text === one.text ? returned.current.id : crypto.randomUUID();
    const written = lines.map((one) => ({ one, id: getId(one) }));
    const readBy = (module: Language | null) =>
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
    setLine(EMPTY);
    void add([line]);
  };

  /** A line that was typed elsewhere. */
  const addLine = (text: string) => void add([{ text, plain: [] }]);

  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = splitLines(event.clipboardData.getData('text'));
    if (lines.length < 2) return;
    event.preventDefault();
    if (lines.length > MOST_LINES) {
      notify.error(`That is ${lines.length} lines. Paste at most ${MOST_LINES} tasks at a time.`);
      return;
    }
    void add(lines.map((text) => ({ text, plain: [] })));
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
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
    submit,
    addLine,
    load,
    onPaste,
    onKeyDown,
  };
}
