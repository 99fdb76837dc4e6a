import type { FocusOutcome, FocusTimer, Task } from '@dayloom/contracts';
import { toSessionId } from '@dayloom/contracts/session-ids';
import { MINUTE_MS } from '@dayloom/time';
import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { ApiError, getMessage, isUnreachable } from '#lib/api.ts';
import { formatMinutes } from '#lib/format-minutes.ts';
import { keepStreamOpen, onStreamMessage } from '#lib/stream.ts';
import { getQueue, sendChange } from '#lib/waiting-changes.ts';
import { listTasks, proposePlan, readFocus, readTask, setTimer, undo } from '../api.ts';
import { recordedSession } from '../hooks/waiting-sessions.ts';
import {
  getTotal,
  hasTimer,
  keepFocus,
  readKeptFocus,
  type SessionTime,
  toFocusTimer,
  toSessionTime,
  toTimer,
  watchKeptFocus,
} from '../model/kept-focus.ts';
import { findEndedWork, isLocalTimerCurrent, rebaseOnServerTimer } from '../model/reconcile-timers.ts';
import {
  freshTimer,
  isOver,
  listWorked,
  nextTimer,
  SESSIONS_PER_CYCLE,
  startTimer,
  type Timer,
} from '../model/timer.ts';
import type { FocusAccount, FocusWork } from './focus-page.ts';
import { openTaskChoice } from './task-choice.ts';

const ignore = () => {};

/** Shorter work is not worth a question. */
const MIN_MS = MINUTE_MS;
/** All devices agree on the time of an event in a session, unless the clock of this one was changed. */
const SAME_MS = 5_000;

const OFFLINE = 'You are offline. The timer goes on, and sessions are recorded when you are back online.';

const markup = `
  <div class="focus-task">
    <span class="focus-task-mark" aria-hidden="true"></span>
    <div class="focus-task-words">
      <button type="button" role="combobox" aria-haspopup="listbox" aria-describedby="focus-task-detail" data-task></button>
      <p class="small focus-task-detail" id="focus-task-detail" data-detail></p>
    </div>
    <span class="button small focus-task-change" aria-hidden="true" data-change></span>
    <div role="listbox" aria-label="Task" data-tasks hidden></div>
  </div>
  <p class="small faint" data-today></p>
  <div class="focus-outcome" data-outcome role="group" hidden>
    <p data-question></p>
    <button type="button" class="button button-contained" data-answer="done">Done</button>
    <button type="button" class="button" data-answer="more">Need more</button>
    <button type="button" class="button" data-answer="stopped">Stop</button>
  </div>
  <p class="focus-result" role="status" tabindex="-1" data-result></p>`;

export interface FocusUser {
  /** Names them in this browser. */
  readonly user: string;
  /** Its queue keeps what cannot be sent. */
  readonly client: QueryClient;
  /** The tasks that this browser has kept. */
  readonly listKeptTasks: () => Promise<readonly Task[]>;
}

/**
 * Keeps the timer of a signed-in visitor in their account, lets them choose a task, and records the work. While the
 * server cannot be reached, the timer and what was worked are kept in this browser.
 */
export async function openFocusAccount(
  root: HTMLElement,
  show: (timer: Timer) => void,
  { user, client, listKeptTasks }: FocusUser,
): Promise<FocusAccount | null> {
  const panel = root.querySelector<HTMLElement>('[data-work]');
  if (!panel) return null;
  panel.innerHTML = markup;
  const part = (name: string) => panel.querySelector(`[data-${name}]`) as HTMLElement;
  const tasks = openTaskChoice(
    {
      button: part('task') as HTMLButtonElement,
      list: part('tasks'),
      change: part('change'),
      detail: part('detail'),
    },
    () => changeTask(tasks.chosen?._id ?? null),
  );
  const [today, outcome] = [part('today'), part('outcome')];
  const [question, result] = [part('question'), part('result')];

  const found = readKeptFocus(user);
  if (found === 'others') show(freshTimer());
  const kept = found === 'others' ? null : found;
  // Another page of the app may have changed it.
  if (kept && hasTimer(kept)) show(toTimer(kept));
  /** The server's state with the changes that it does not have yet. */
  let timer: FocusTimer = kept?.timer ?? {
    ...toFocusTimer(freshTimer(), 0),
    taskId: null,
    question: null,
    version: 0,
  };
  let isUnsent = kept?.isUnsent ?? false;
  let aheadMs = kept?.aheadMs ?? 0;
  const as = { as: user };

  const remember = () => {
    keepFocus({ user, timer, isUnsent, aheadMs, task: tasks.chosen });
    showQuestion();
  };
  const say = (text: string, action?: { name: string; run: () => Promise<void> }) => {
    // By keyboard, the button that leaves hands on to what follows.
    if (result.contains(document.activeElement)) result.focus();
    result.textContent = text;
    if (!action) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button button-text';
    button.textContent = action.name;
    button.addEventListener('click', () => void action.run().catch(describeFailure));
    result.append(' ', button);
  };
  const describeFailure = (error: unknown) =>
    say(getMessage(error, 'The session could not be saved. Check the connection and try again.'));

  async function refresh(): Promise<void> {
    const response = await readFocus(as);
    aheadMs = Date.parse(response.now) - Date.now();
    today.textContent = `${formatMinutes(response.todayMinutes)} of focus today`;
    if (result.textContent === OFFLINE) say('');
    if (isUnsent && isLocalTimerCurrent(timer, response.timer)) {
      timer = rebaseOnServerTimer(timer, response.timer);
      return await push();
    }
    const [here, chosen] = [isUnsent ? timer : null, tasks.chosen];
    isUnsent = false;
    timer = response.timer;
    tasks.choose(response.task);
    remember();
    if (timer.version > 0) show(toTimer({ timer, aheadMs }));
    if (!here) return;
    // The timer of another device counts now, but a session that ended here was worked.
    if (here.question) report(here.question, { ...here.question, _id: here.question.taskId });
    report(findEndedWork({ timer: here, aheadMs }, Date.now()), chosen);
  }

  async function push(): Promise<void> {
    if (!isUnsent) return;
    const sent = timer;
    try {
      const saved = await setTimer(sent, as);
      isUnsent = timer !== sent;
      timer = { ...timer, version: saved.version };
      // It was answered on another device.
      if (!saved.question && timer.question === sent.question) timer.question = null;
      remember();
    } catch (error) {
      // Another device was faster: its timer counts.
      if (error instanceof ApiError && error.code === 'version_conflict') await refresh();
      // It is sent when the connection is back.
      else if (!isUnreachable(error)) describeFailure(error);
    }
  }
  /** Requests are sent one after the other, each with the version of the one before. */
  let saving = Promise.resolve();
  const inOrder = (work: () => Promise<void>) => {
    saving = saving.then(work).catch((error: unknown) => {
      if (!isUnreachable(error)) describeFailure(error);
    });
  };
  const save = (change: Partial<FocusTimer>) => {
    timer = { ...timer, ...change };
    isUnsent = true;
    remember();
    inOrder(push);
  };

  function showQuestion(): void {
    const asked = timer.question;
    if (!asked && outcome.contains(document.activeElement)) result.focus();
    outcome.hidden = asked === null;
    if (!asked) return;
    const minutes = Math.round(getTotal(asked) / MINUTE_MS);
    question.textContent = `${formatMinutes(Math.max(1, minutes))} on '${asked.title}'. How did it go?`;
    outcome.setAttribute('aria-label', question.textContent);
  }

  async function record(
    { startedAt, endedAt, worked }: SessionTime,
    taskId: string | null,
    answer: FocusOutcome,
  ): Promise<void> {
    const id = toSessionId(endedAt);
    const sending = await sendChange(client, recordedSession, taskId ?? id, {
      _id: id,
      startedAt,
      endedAt,
      ...(worked && { worked }),
      taskId,
      outcome: answer,
      moreMinutes: Math.max(timer.lengths.focus, 5),
    });
    const { chosen } = tasks;
    const isDone = taskId !== null && answer === 'done' && chosen?._id === taskId;
    if (isDone) tasks.choose(null);
    const isAnswered = timer.question?.endedAt === endedAt;
    if (isDone || isAnswered)
      save({ ...(isDone && { taskId: null }), ...(isAnswered && { question: null }) });
    if (sending.status === 'waits') {
      say('The session is kept here, and recorded when you are back online.', {
        name: 'Undo',
        run: async () => {
          const isWithdrawn = await getQueue(client).withdraw(sending.id);
          say(isWithdrawn ? 'The session is not recorded.' : 'The session was recorded already.');
        },
      });
      return;
    }
    const { commandId, taskWas } = sending.response;
    if (commandId === null) {
      say('This session was recorded already.');
      return;
    }
    const words = {
      open: answer === 'done' ? 'The task is done.' : 'The work is recorded.',
      done: 'The work is recorded. The task was done already.',
      deleted: 'The work is recorded. Its task was deleted meanwhile.',
    };
    say(taskId === null ? 'The session is recorded.' : words[taskWas ?? 'deleted'], {
      name: 'Undo',
      run: async () => {
        await undo(commandId);
        say('That is undone.');
        await fillTasks();
        if (!isDone || tasks.chosen) return;
        tasks.choose(chosen);
        save({ taskId });
      },
    });
    if (taskId === null) return;
    // The session is recorded. What follows may fail: the server makes the proposal by itself within two minutes.
    await fillTasks().catch(ignore);
    await offerPlan().catch(ignore);
  }

  async function offerPlan(): Promise<void> {
    const said = result.firstChild;
    const { proposal } = await proposePlan();
    // Another announcement has replaced it by now.
    if (proposal.changes.length === 0 || result.firstChild !== said) return;
    const link = document.createElement('a');
    link.href = '/calendar-flow';
    link.textContent = 'Look at the new plan';
    result.append(' ', link);
  }

  async function fillTasks(): Promise<void> {
    const open = await listTasks().catch((error: unknown) => {
      if (isUnreachable(error)) return listKeptTasks();
      throw error;
    });
    tasks.fill(open);
  }

  /** By the server's clock. An instant that all devices know stays the same. */
  function toSession(work: FocusWork): SessionTime | null {
    const byServer = toTimer({ timer, aheadMs: 0 });
    const known = [...listWorked(byServer, byServer.endsAt ?? 0)].flatMap(({ start, end }) => [start, end]);
    const isRunning = byServer.endsAt !== null && !work.isComplete;
    // A session that was ended early has an end of its own.
    const last = isRunning ? work.worked.at(-1)?.end : undefined;
    const toServer = (at: number): number => {
      const near = known.filter((instant) => Math.abs(instant - at - aheadMs) < SAME_MS);
      return at === last || near.length === 0
        ? at + aheadMs
        : near.reduce((best, instant) =>
            Math.abs(instant - at - aheadMs) < Math.abs(best - at - aheadMs) ? instant : best,
          );
    };
    return toSessionTime(
      work.worked
        .map(({ start, end }) => ({ start: toServer(start), end: toServer(end) }))
        .filter(({ start, end }) => start < end),
    );
  }

  function report(session: SessionTime | null, task = tasks.chosen): void {
    if (!session || getTotal(session) < MIN_MS) return;
    if (!task) {
      record(session, null, 'stopped').catch(describeFailure);
      return;
    }
    const last = timer.question;
    if (last?.endedAt === session.endedAt) return;
    // The next session ended before somebody has said how the last one went.
    if (last) record(last, last.taskId, 'stopped').catch(describeFailure);
    const { startedAt, endedAt, worked } = session;
    save({
      question: { startedAt, endedAt, ...(worked && { worked }), taskId: task._id, title: task.title },
    });
  }

  /** The work so far is that of the task before. Another task begins a session of its own. */
  function changeTask(taskId: string | null): void {
    const shown = toTimer({ timer, aheadMs });
    const now = Date.now();
    const isComplete = isOver(shown, now);
    const before =
      timer.taskId === null ? null : (tasks.find(timer.taskId) ?? { _id: timer.taskId, title: '' });
    const session =
      before && before._id !== taskId ? toSession({ worked: listWorked(shown, now), isComplete }) : null;
    if (!before || !session || getTotal(session) < MIN_MS) return save({ taskId });
    if (isComplete) report(session, before);
    else record(session, before._id, 'stopped').catch(describeFailure);
    const { finished } = isComplete ? nextTimer(shown, true) : shown;
    const fresh = freshTimer('focus', finished % SESSIONS_PER_CYCLE, shown.lengths);
    const next = shown.endsAt === null || isComplete ? fresh : startTimer(fresh, now);
    show(next);
    save({ ...toFocusTimer(next, aheadMs), taskId });
  }

  /** The question that is being answered: a second click answers nothing. */
  let answered: string | null = null;
  outcome.addEventListener('click', (event) => {
    const answer = event.target instanceof HTMLElement ? event.target.dataset['answer'] : undefined;
    const asked = timer.question;
    if (!asked || !answer || asked.endedAt === answered) return;
    answered = asked.endedAt;
    record(asked, asked.taskId, answer as FocusOutcome).catch((error: unknown) => {
      answered = null;
      describeFailure(error);
    });
  });

  await fillTasks();
  if (kept?.task) tasks.choose(kept.task);
  await refresh().catch((error: unknown) => {
    if (!isUnreachable(error)) throw error;
    say(OFFLINE);
  });
  const wanted = new URLSearchParams(window.location.search).get('task');
  if (wanted && wanted !== tasks.chosen?._id) {
    const task = await readTask(wanted).catch(() => null);
    const choice = task?.status === 'open' ? task : tasks.find(wanted);
    if (choice) tasks.choose(choice);
    if (choice) changeTask(wanted);
    else say('The task is no longer open. Choose another one.');
  }
  remember();
  panel.hidden = false;

  const leave = new AbortController();
  watchKeptFocus(
    user,
    (changed) => {
      ({ timer, isUnsent, aheadMs } = changed);
      tasks.choose(changed.task);
      showQuestion();
      if (hasTimer(changed)) show(toTimer(changed));
    },
    leave.signal,
  );
  const stopListening = [
    onStreamMessage((message) => {
      if (message.type === 'changed' && message.topics.includes('focus')) inOrder(refresh);
    }),
    onlineManager.subscribe((isOnline) => {
      if (isOnline) inOrder(refresh);
    }),
  ];
  void keepStreamOpen(leave.signal);

  return {
    timerChanged(changed) {
      save(toFocusTimer(changed, aheadMs));
    },
    worked(work) {
      report(toSession(work));
    },
    clockSetBack(milliseconds) {
      aheadMs += milliseconds;
      remember();
    },
    async clockJumped() {
      inOrder(async () => {
        await refresh();
        // Also where changes wait, and the server's timer is not shown.
        show(toTimer({ timer, aheadMs }));
      });
      await saving;
    },
    stop() {
      leave.abort();
      for (const end of stopListening) end();
    },
  };
}
