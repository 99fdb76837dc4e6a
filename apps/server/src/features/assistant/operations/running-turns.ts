import type { Platform } from '#platform/context.ts';
import type { Scope } from '#platform/scope.ts';
import { saveRunProgress } from '../store/turn-runs.ts';

/** How often the text of a run is written down, and how often a run without text says that it is alive. */
const WRITE_MS = 250;
const ALIVE_MS = 1_000;

/** The turn is not this run's any more: it was stopped, or counts as interrupted. */
export class RunLost extends Error {
  override name = 'RunLost';
}

/** The server stops. */
export class RunInterrupted extends Error {
  override name = 'RunInterrupted';
}

export interface OpenRun {
  /** Aborted when the run has to end. */
  readonly signal: AbortSignal;
  /** Sets what has been written so far. It is kept in the database, for readers in any process. */
  write(reply: string): void;
  close(): Promise<void>;
}

type RunPlatform = Pick<Platform, 'db' | 'clock' | 'log'>;

/** The runs of this process: keeps them alive in the database, and ends them. */
export class RunningTurns {
  readonly #platform: RunPlatform;
  readonly #runs = new Map<string, AbortController>();
  readonly #work = new Set<Promise<unknown>>();

  constructor(platform: RunPlatform) {
    this.#platform = platform;
  }

  open(scope: Scope, turnId: string, runId: string): OpenRun {
    const over = new AbortController();
    this.#runs.set(runId, over);
    const { db, clock, log } = this.#platform;
    let unwritten: string | null = null;
    let silentMs = 0;
    let beat: Promise<void> | undefined;
    const keep = async () => {
      const reply = unwritten;
      unwritten = null;
      try {
        if (!(await saveRunProgress(db, scope, turnId, { runId, reply, aliveAt: clock() })))
          over.abort(new RunLost());
      } catch (error) {
        log.warn({ err: error }, 'A run could not be kept alive');
      } finally {
        beat = undefined;
      }
    };
    const timer = setInterval(() => {
      silentMs += WRITE_MS;
      if (beat || (unwritten === null && silentMs < ALIVE_MS)) return;
      silentMs = 0;
      beat = keep();
    }, WRITE_MS);
    timer.unref();
    return {
      signal: over.signal,
      write(reply) {
        unwritten = reply;
      },
      close: async () => {
        clearInterval(timer);
        this.#runs.delete(runId);
        await beat;
      },
    };
  }

  /** Ends a run at once if it is in this process. */
  take(runId: string): void {
    this.#runs.get(runId)?.abort(new RunLost());
  }

  /** Work that goes on when nobody waits for it any more. */
  track<Result>(work: Promise<Result>): Promise<Result> {
    this.#work.add(work);
    const forget = () => this.#work.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Ends all runs and waits until that is written down. */
  async close(): Promise<void> {
    for (const over of this.#runs.values()) over.abort(new RunInterrupted());
    await Promise.allSettled(this.#work);
  }
}
