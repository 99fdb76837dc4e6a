import {
  amount,
  type Block,
  plan as computePlan,
  describeChunking,
  describeFix,
  describeFixEffect,
  describeGap,
  describeMerit,
  describeOverload,
  describePlace,
  describeRisk,
  diagnose,
  diffPlans,
  type Explanation,
  explain,
  type Instance,
  InvalidInstance,
  joinWords,
  listFixes,
  type Plan,
  type PlanDiff,
  type PlanResult,
  type RatedFix,
  type RuledOutPlace,
  type Task,
  type Wording,
} from '@dayloom/planner';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dayloom/time';
import {
  DAY_BEGINS,
  DAY_ENDS,
  type DemoBlock,
  type DemoProblem,
  type DemoQuestion,
  type DemoReason,
  type DemoResult,
  type DemoSettings,
  type DemoTask,
  type DemoView,
  DUE_CHOICES,
  STEP_MINUTES,
} from '../model/demo.ts';
import { type Clock, createClock, toInstant } from './clock.ts';
import { findProblem, parseLine, readLine, toNewWork } from './read-line.ts';
import { makeSampleWeek, type NamedEvent } from './sample-week.ts';

/** Steps of the search: the same line gives the same week on every machine. */
const ITERATIONS = 250;
const FIX_ITERATIONS = 60;
const MAX_FIXES = 3;
const MAX_TASKS = 40;
const MAX_REASONS = 2;
const MAX_PIECES_EXPLAINED = 3;
const MAX_UNDO = 50;
const END_OF_WORK = 17 * HOUR_MS;

/** The week as of one moment. Steps back are earlier ones. */
interface State {
  readonly instance: Instance;
  readonly plan: Plan;
  readonly result: Pick<PlanResult, 'cost' | 'bound' | 'atRisk'>;
  readonly names: ReadonlyMap<string, string>;
  readonly events: readonly NamedEvent[];
  /** Ids of the visitor's tasks. */
  readonly own: readonly string[];
  readonly chosen: string | null;
  /** What the last change did to other blocks. */
  readonly diff: PlanDiff | null;
}

/** The occurrences of one line have ids with a number after a dot. */
const toLine = (id: string): string => id.split('.', 1)[0] ?? id;
const isOccurrence = (id: string): boolean => id.includes('.');

/** The sample week that visitors of the home page try the planner on. */
export class DemoWeek {
  readonly #settings: DemoSettings;
  readonly #clock: Clock;
  #state: State;
  #earlier: State[] = [];
  /** Null until they are looked for. */
  #fixes: readonly RatedFix[] | null = null;
  #lastId = 0;

  constructor(settings: DemoSettings) {
    this.#settings = settings;
    this.#clock = createClock(settings);
    this.#state = this.#begin();
  }

  answer(question: DemoQuestion): DemoResult {
    switch (question.kind) {
      case 'read':
        return { kind: 'reading', reading: readLine(question.text, this.#settings, this.#clock) };
      case 'add':
        return this.#add(question.text);
      case 'choose':
        this.#state = { ...this.#state, chosen: toLine(question.taskId) };
        break;
      case 'due':
        this.#setDue(question.taskId, question.day, question.isHard);
        break;
      case 'remove':
        this.#remove(question.taskId);
        break;
      case 'fix':
        this.#fix(question.index);
        break;
      case 'undo':
        this.#state = this.#earlier.pop() ?? this.#state;
        this.#fixes = null;
        break;
      case 'restart':
        this.#earlier = [];
        this.#fixes = null;
        this.#state = this.#begin();
        break;
      default:
        question satisfies never;
    }
    return { kind: 'view', view: this.view() };
  }

  /** The view with what would help, which takes longer to find; null if nothing is at risk. */
  viewFixes(): DemoView | null {
    const { instance, plan, result } = this.#state;
    if (result.atRisk.length === 0) return null;
    this.#fixes = listFixes(instance, plan, { iterations: FIX_ITERATIONS })
      .filter(
        ({ fix }) => fix.kind !== 'extend-hours' || this.#clock.toMinute(fix.opening.start) >= DAY_BEGINS,
      )
      .slice(0, MAX_FIXES);
    return this.view();
  }

  #begin(): State {
    const { instance, names, events } = makeSampleWeek(this.#settings.monday);
    const found = computePlan(instance, { iterations: ITERATIONS });
    return { instance, plan: found.plan, result: found, names, events, own: [], chosen: null, diff: null };
  }

  #add(text: string): DemoResult {
    const parsed = parseLine(text, this.#settings);
    const problem = findProblem(text, parsed, this.#settings);
    if (problem) return { kind: 'refused', reason: problem };
    if (this.#state.own.length >= MAX_TASKS)
      return { kind: 'refused', reason: 'The sample week has enough tasks now. Remove some, or start over.' };
    const id = `own-${this.#lastId + 1}`;
    const { title, tasks, locked } = toNewWork(parsed, id, this.#settings);
    const clash = locked.map((block) => this.#findClash(block)).find((name) => name !== null);
    if (clash)
      return {
        kind: 'refused',
        reason: `'${clash}' is at that time. Choose another one, or leave the time out and let it be planned.`,
      };
    this.#lastId += 1;
    const { instance, names, own } = this.#state;
    try {
      this.#change({
        instance: {
          ...instance,
          tasks: [...instance.tasks, ...tasks],
          locked: [...instance.locked, ...locked],
        },
        names: new Map([...names, ...tasks.map((task) => [task.id, title] as const)]),
        own: [...own, id],
        chosen: id,
      });
    } catch (error) {
      if (!(error instanceof InvalidInstance)) throw error;
      return {
        kind: 'refused',
        reason: "That doesn't fit into the two weeks of this sample. Choose another time.",
      };
    }
    return { kind: 'view', view: this.view() };
  }

  /** What is fixed at the time of a block; null if nothing is. */
  #findClash({ start, end }: Block): string | null {
    const { events, instance, names } = this.#state;
    const meets = (other: { start: string; end: string }) =>
      Date.parse(other.start) < Date.parse(end) && Date.parse(start) < Date.parse(other.end);
    const event = events.find(meets);
    const pinned = instance.locked.find(meets);
    return event?.title ?? (pinned ? (names.get(pinned.task) ?? null) : null);
  }

  #setDue(taskId: string, day: number | null, isHard: boolean): void {
    const { instance } = this.#state;
    const due = day === null ? null : toInstant(this.#settings.monday + day * DAY_MS + END_OF_WORK);
    const change = (task: Task): Task =>
      task.id === taskId ? { ...task, due, dueKind: due !== null && isHard ? 'hard' : 'soft' } : task;
    this.#change({ instance: { ...instance, tasks: instance.tasks.map(change) }, chosen: taskId });
  }

  #remove(taskId: string): void {
    const { instance, own } = this.#state;
    this.#change({
      instance: {
        ...instance,
        tasks: instance.tasks.filter(({ id }) => toLine(id) !== taskId),
        locked: instance.locked.filter(({ task }) => toLine(task) !== taskId),
      },
      own: own.filter((id) => id !== taskId),
      chosen: null,
    });
  }

  #fix(index: number): void {
    const rated = this.#fixes?.[index];
    if (!rated) return;
    const { fix, instance } = rated;
    const events =
      fix.kind === 'move-meeting'
        ? this.#state.events.map((event) =>
            event.start === fix.event.start && event.end === fix.event.end
              ? { ...event, start: fix.to.start, end: fix.to.end }
              : event,
          )
        : this.#state.events;
    const chosen = fix.kind === 'drop' && fix.task === this.#state.chosen ? null : this.#state.chosen;
    this.#change({ instance, events, chosen }, rated.plan);
  }

  /** Plans the changed week. Blocks that can stay do: moving one costs something. */
  #change(change: Partial<State> & Pick<State, 'instance'>, start: Plan = this.#state.plan): void {
    const before = this.#state;
    const known = new Set(change.instance.tasks.map(({ id }) => id));
    const previous = before.plan.blocks.filter(({ task }) => known.has(task));
    const instance = { ...change.instance, previous };
    const blocks = start.blocks.filter(({ task }) => known.has(task));
    const found = computePlan(instance, { iterations: ITERATIONS, start: { blocks } });
    this.#fixes = null;
    this.#earlier = [...this.#earlier.slice(-MAX_UNDO + 1), before];
    this.#state = {
      ...before,
      ...change,
      instance,
      plan: found.plan,
      result: found,
      diff: diffPlans({ blocks: previous }, found.plan),
    };
  }

  view(): DemoView {
    const { chosen, result } = this.#state;
    const task = chosen === null ? null : this.#describeTask(chosen);
    const problem = this.#findProblem();
    const placed = this.#listBlocks();
    const isShown = ({ day, from, to }: DemoBlock) =>
      day >= 0 && day < 5 && from >= 0 && to <= (DAY_ENDS - DAY_BEGINS) / STEP_MINUTES;
    return {
      monday: this.#settings.monday,
      hour12: this.#settings.hour12,
      blocks: placed.filter(({ block }) => isShown(block)).map(({ block }) => block),
      elsewhere: placed
        .filter(({ block, start }) => !isShown(block) && block.kind !== 'event' && start !== '')
        .map(({ block, start }) => `${block.title}: ${this.#clock.formatTime(start)}`),
      chosen: task,
      problem,
      quality: problem ? '' : describeGap(result.cost, result.bound),
      status: task ? this.#describe(task, problem) : (problem?.sentences[0] ?? ''),
      canUndo: this.#earlier.length > 0,
    };
  }

  #describe({ id, title, outcome }: DemoTask, problem: DemoProblem | null): string {
    const blocks = this.#listTaskBlocks(id);
    const places = blocks.map(
      ({ start, end }) => `${this.#clock.formatTime(start)} to ${this.#clock.formatHour(end)}`,
    );
    const where =
      places.length === 0 ? "doesn't fit" : `is planned for ${joinWords(places, MAX_PIECES_EXPLAINED)}`;
    return `${title} ${where}. ${outcome.text} ${problem?.sentences[0] ?? ''}`.trim();
  }

  #listTaskBlocks(id: string): readonly Block[] {
    const { plan, instance } = this.#state;
    return [...instance.locked, ...plan.blocks]
      .filter(({ task }) => toLine(task) === id)
      .sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
  }

  #listBlocks(): { readonly block: DemoBlock; readonly start: string }[] {
    const { events, instance, plan, names, chosen } = this.#state;
    const base = (start: string, end: string) => {
      const steps = (instant: string) => (this.#clock.toMinute(instant) - DAY_BEGINS) / STEP_MINUTES;
      const from = steps(start);
      return {
        day: this.#clock.toDay(start),
        from,
        to: from + (Date.parse(end) - Date.parse(start)) / MINUTE_MS / STEP_MINUTES,
        time: `${this.#clock.formatHour(start)}–${this.#clock.formatHour(end)}`,
      };
    };
    const pinned = new Set(instance.locked);
    const work = [...instance.locked, ...plan.blocks].map((block) => {
      const all = this.#listTaskBlocks(toLine(block.task)).filter(({ task }) => task === block.task);
      const kind = toLine(block.task) === chosen ? 'chosen' : pinned.has(block) ? 'pinned' : 'planned';
      return {
        start: block.start,
        block: {
          kind,
          taskId: block.task,
          title: names.get(block.task) ?? '',
          ...base(block.start, block.end),
          piece: all.length > 1 ? `${all.indexOf(block) + 1}/${all.length}` : null,
        } satisfies DemoBlock,
      };
    });
    const meetings = events.map(({ title, start, end }) => ({
      start,
      block: { kind: 'event', taskId: null, title, ...base(start, end), piece: null } satisfies DemoBlock,
    }));
    return [...meetings, ...work].sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
  }

  #wording(): Wording {
    const { names, events } = this.#state;
    return {
      getName: (task) => names.get(task) ?? 'another task',
      formatTime: this.#clock.formatTime,
      findEventName: ({ start, end }) =>
        events.find((event) => event.start === start && event.end === end)?.title ?? null,
    };
  }

  #describeTask(id: string): DemoTask | null {
    const { instance, names, own, diff } = this.#state;
    const task = instance.tasks.find((one) => toLine(one.id) === id);
    if (!task) return null;
    // An occurrence belongs to its days; that is not a deadline that somebody has set.
    const due = isOccurrence(task.id) ? null : task.due;
    const isPinned = instance.locked.some((block) => toLine(block.task) === id);
    const day = due === null ? null : this.#clock.toDay(due);
    const isChoice =
      due !== null && DUE_CHOICES.some((one) => one.day === day) && Date.parse(due) % DAY_MS === END_OF_WORK;
    const explanations = isPinned ? [] : this.#explain(id);
    return {
      id,
      title: names.get(task.id) ?? '',
      length: amount(task.minutes),
      due: due && this.#clock.formatTime(due),
      isHard: task.dueKind === 'hard',
      dueDay: isChoice ? day : null,
      mayBeMoved: !isPinned && !isOccurrence(task.id),
      reasons: isPinned
        ? this.#listTaskBlocks(id).map(({ start }) => ({
            isChosen: true,
            when: this.#clock.formatTime(start),
            why: 'Pinned: it takes place then, and planning goes around it.',
          }))
        : explanations
            .slice(0, MAX_PIECES_EXPLAINED)
            .flatMap((explanation) =>
              this.#listReasons(explanation, explanations.length === 1 ? MAX_REASONS : 1),
            ),
      outcome: this.#describeOutcome(task, explanations, diff),
      isOwn: own.includes(id),
    };
  }

  /** The first pieces, and the last, with which the work is done. */
  #explain(id: string): Explanation[] {
    const { instance, plan } = this.#state;
    const blocks = plan.blocks
      .filter(({ task }) => toLine(task) === id)
      .sort((a, b) => Date.parse(a.start) - Date.parse(b.start));
    return [...new Set([...blocks.slice(0, MAX_PIECES_EXPLAINED), ...blocks.slice(-1)])].map((block) =>
      explain(instance, plan, block),
    );
  }

  /** The last places that were ruled out before a piece of work, and its own with its advantages. */
  #listReasons({ block, earlier, merits }: Explanation, most: number): DemoReason[] {
    const wording = this.#wording();
    const ruledOut = earlier
      .filter(({ reason }) => !['more', 'outside-hours', 'before-release'].includes(reason.kind))
      .slice(-most)
      .map((place) => ({
        isChosen: false,
        when:
          place.reason.kind === 'full'
            ? this.#clock.formatTime(place.start).split(' ')[0]!
            : this.#clock.formatTime(place.start),
        why: this.#nameMeeting(place) ?? describePlace(place, wording),
      }));
    const why = merits.filter(({ kind }) => kind !== 'in-time').map((merit) => describeMerit(merit, wording));
    const length = (Date.parse(block.end) - Date.parse(block.start)) / MINUTE_MS;
    return [
      ...ruledOut,
      {
        isChosen: true,
        when: this.#clock.formatTime(block.start),
        why: `${amount(length)}. ${why.join(' ') || 'The cheapest place in the week.'}`,
      },
    ];
  }

  /** A meeting is named; the planner only knows that something is there. */
  #nameMeeting({ start, reason }: RuledOutPlace): string | null {
    if (reason.kind !== 'busy') return null;
    const at = Date.parse(start);
    const event = this.#state.events.find((one) => Date.parse(one.start) <= at && at < Date.parse(one.end));
    return event ? `'${event.title}' is in the calendar.` : null;
  }

  #describeOutcome(
    task: Task,
    explanations: readonly Explanation[],
    diff: PlanDiff | null,
  ): DemoTask['outcome'] {
    const { result } = this.#state;
    const risk = result.atRisk.find((one) => toLine(one.task) === toLine(task.id));
    const moved = [
      ...new Set(
        (diff?.moved ?? [])
          .filter((one) => toLine(one.task) !== toLine(task.id))
          .map((one) => this.#wording().getName(one.task)),
      ),
    ];
    const others =
      diff === null
        ? ''
        : moved.length === 0
          ? 'Nothing else moved.'
          : `Moved: ${joinWords(moved, MAX_PIECES_EXPLAINED)}.`;
    if (risk)
      return {
        isGood: false,
        text: `${describeRisk(risk, this.#wording(), task.dueKind === 'hard')} ${others}`.trim(),
      };
    const inTime = isOccurrence(task.id)
      ? undefined
      : explanations.at(-1)?.merits.find(({ kind }) => kind === 'in-time');
    return { isGood: true, text: `${inTime ? describeMerit(inTime, this.#wording()) : ''} ${others}`.trim() };
  }

  #findProblem(): DemoProblem | null {
    const { instance, plan, result } = this.#state;
    if (result.atRisk.length === 0) return null;
    const wording = this.#wording();
    const { overloads, chunking, atRisk } = diagnose(instance, plan);
    const proofs = [
      ...overloads.map((overload) => describeOverload(overload, wording, instance.start)),
      ...chunking.map((problem) => describeChunking(problem, wording)),
    ];
    const sentences = proofs.length > 0 ? proofs : atRisk.map((risk) => describeRisk(risk, wording));
    return {
      sentences: sentences.slice(0, MAX_FIXES),
      fixes:
        this.#fixes?.map((rated) => ({
          text: describeFix(rated.fix, wording),
          effect: describeFixEffect(rated, atRisk, wording),
        })) ?? null,
    };
  }
}
