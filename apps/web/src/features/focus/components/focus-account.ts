import type { FocusOutcome, FocusTimer, Task } from '@dayloom/contracts';
import { MINUTE_MS } from '@dayloom/time';
import { ApiError, getMessage } from '#lib/api.ts';
import { minutesInWords } from '#lib/format-minutes.ts';
import { keepStreamOpen, onStreamMessage } from '#lib/stream.ts';
import { listTasks, proposePlan, readFocus, readTask, recordSession, setTimer, undo } from '../api.ts';
import type { Timer } from '../model/timer.ts';
import type { FocusAccount, FocusWork } from './focus-page.ts';

const PENDING = 'dayloom.focusPending';
/** Shorter work is not worth a question. */
const LEAST_MS = MINUTE_MS;

const markup = `
  <label class="focus-task">Task
    <select data-task><option value="">No task</option></select>
  </label>
  <p class="small faint" data-today></p>
  <div class="focus-outcome" data-outcome role="group" hidden>
    <p data-question></p>
    <button type="button" class="button button-contained" data-answer="done">Done</button>
    <button type="button" class="button" data-answer="more">Need more</button>
    <button type="button" class="button" data-answer="stopped">Stop</button>
  </div>
  <p class="focus-result" role="status" data-result></p>`;

/** The work of a session on a task, until the visitor has said how it went. Kept over a reload. */
interface Pending {
  readonly work: FocusWork;
  readonly taskId: string;
  readonly title: string;
}

/** Keeps the timer of a signed-in visitor in their account, lets them choose a task, and records the work. */
export async function openFocusAccount(
  root: HTMLElement,
  show: (timer: Timer) => void,
): Promise<FocusAccount | null> {
  const panel = root.querySelector<HTMLElement>('[data-work]');
  if (!panel) return null;
  panel.innerHTML = markup;
  const part = (name: string) => panel.querySelector(`[data-${name}]`) as HTMLElement;
  const tasks = part('task') as HTMLSelectElement;
  const [today, outcome] = [part('today'), part('outcome')];
  const [question, result] = [part('question'), part('result')];

  let saved: FocusTimer;
  /** How far the server's clock is ahead of this one. */
  let aheadMs = 0;
  let pending = readPending();

  const say = (text: string, action?: { name: string; run: () => Promise<void> }) => {
    result.textContent = text;
    if (!action) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button button-text';
    button.textContent = action.name;
    button.addEventListener('click', () => void action.run().catch(sayFailure));
    result.append(' ', button);
  };
  const sayFailure = (error: unknown) =>
    say(getMessage(error, 'The session could not be saved. Check the connection and try again.'));

  async function refresh(): Promise<void> {
    const { timer, task, now, todayMinutes } = await readFocus();
    aheadMs = Date.parse(now) - Date.now();
    saved = timer;
    today.textContent = `${minutesInWords(todayMinutes)} of focus today`;
    if (task) chooseTask(task);
    else tasks.value = '';
    if (timer.version === 0) return;
    const { mode, finished, endsAt, leftMs, lengths } = timer;
    show({
      mode,
      finished,
      leftMs,
      lengths,
      endsAt: endsAt === null ? null : Date.parse(endsAt) - aheadMs,
    });
  }

  function chooseTask({ _id, title }: Pick<Task, '_id' | 'title'>): void {
    if (![...tasks.options].some(({ value }) => value === _id)) tasks.add(new Option(title, _id));
    tasks.value = _id;
  }

  async function save(change: Partial<FocusTimer>): Promise<void> {
    try {
      saved = await setTimer({ ...saved, ...change });
    } catch (error) {
      // Another device was faster: its timer counts.
      if (error instanceof ApiError && error.code === 'version_conflict') await refresh();
      else sayFailure(error);
    }
  }
  /** Changes are sent one after the other, each with the version of the one before. */
  let saving = Promise.resolve();
  const queueSave = (change: Partial<FocusTimer>) => {
    saving = saving.then(() => save(change));
  };

  function ask(next: Pending | null): void {
    pending = next;
    keepPending(next);
    outcome.hidden = next === null;
    if (!next) return;
    const minutes = minutesInWords(
      Math.max(1, Math.round((next.work.endedAt - next.work.startedAt) / MINUTE_MS)),
    );
    question.textContent = `${minutes} on '${next.title}'. How did it go?`;
    outcome.setAttribute('aria-label', question.textContent);
  }

  async function record(
    { startedAt, endedAt }: FocusWork,
    taskId: string | null,
    answer: FocusOutcome,
  ): Promise<void> {
    const { commandId } = await recordSession({
      startedAt: new Date(startedAt + aheadMs).toISOString(),
      endedAt: new Date(endedAt + aheadMs).toISOString(),
      taskId,
      outcome: answer,
      moreMinutes: saved.lengths.focus < 5 ? 5 : saved.lengths.focus,
    });
    if (commandId === null) return;
    const undoing = {
      name: 'Undo',
      run: async () => {
        await undo(commandId);
        say('The session is not recorded any more.');
        await fillTasks();
      },
    };
    if (taskId === null) {
      say('The session is recorded.', undoing);
      return;
    }
    say(answer === 'done' ? 'The task is done.' : 'The work is recorded.', undoing);
    await fillTasks();
    if (answer === 'done') {
      tasks.value = '';
      queueSave({ taskId: null });
      return;
    }
    const { proposal } = await proposePlan();
    if (proposal.changes.length === 0) return;
    const link = document.createElement('a');
    link.href = '/calendar-flow';
    link.textContent = 'Look at the new plan';
    result.append(' ', link);
  }

  async function fillTasks(): Promise<void> {
    const chosen = tasks.value;
    const open = await listTasks();
    tasks.replaceChildren(new Option('No task', ''), ...open.map(({ title, _id }) => new Option(title, _id)));
    if (open.some(({ _id }) => _id === chosen)) tasks.value = chosen;
  }

  tasks.addEventListener('change', () => queueSave({ taskId: tasks.value || null }));
  outcome.addEventListener('click', (event) => {
    const answer = event.target instanceof HTMLElement ? event.target.dataset['answer'] : undefined;
    if (!pending || !answer) return;
    const { work, taskId } = pending;
    record(work, taskId, answer as FocusOutcome).then(() => ask(null), sayFailure);
  });

  await fillTasks();
  await refresh();
  const wanted = new URLSearchParams(window.location.search).get('task');
  if (wanted && wanted !== tasks.value) {
    const task = await readTask(wanted).catch(() => null);
    if (task?.status === 'open') {
      chooseTask(task);
      queueSave({ taskId: task._id });
    } else say('The task is not open any more. Choose another one.');
  }
  ask(pending);
  panel.hidden = false;

  const leave = new AbortController();
  const unsubscribe = onStreamMessage((message) => {
    if (message.type === 'changed' && message.topics.includes('focus'))
      void saving.then(refresh).catch(sayFailure);
  });
  void keepStreamOpen(leave.signal, () => void saving.then(refresh).catch(sayFailure));

  return {
    timerChanged({ endsAt, ...timer }) {
      queueSave({ ...timer, endsAt: endsAt === null ? null : new Date(endsAt + aheadMs).toISOString() });
    },
    worked(work) {
      if (work.endedAt - work.startedAt < LEAST_MS) return;
      const taskId = tasks.value || null;
      if (taskId) ask({ work, taskId, title: tasks.selectedOptions[0]?.text ?? '' });
      else record(work, null, 'stopped').catch(sayFailure);
    },
    stop() {
      leave.abort();
      unsubscribe();
    },
  };
}

function readPending(): Pending | null {
  try {
    const pending = JSON.parse(localStorage.getItem(PENDING) ?? 'null') as Pending | null;
    return typeof pending?.taskId === 'string' && typeof pending.work?.endedAt === 'number' ? pending : null;
  } catch {
    return null;
  }
}

function keepPending(pending: Pending | null): void {
  try {
    if (pending) localStorage.setItem(PENDING, JSON.stringify(pending));
    else localStorage.removeItem(PENDING);
  } catch {
    // Without storage the question lives as long as the page.
  }
}
