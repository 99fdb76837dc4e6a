import type { Writable } from 'node:stream';
import { AppError } from './errors.ts';

/** Number of changes that one user may run at once in a process. */
const AT_ONCE = 3;

interface Turns {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Lets a few changes of each user run at once; the others wait outside the database. A user's changes wait
 * for each other's locks and for the worker pool while they hold a connection, so one user with many requests
 * would take all connections.
 */
export class WriteQueue {
  readonly #byUser = new Map<string, Turns>();

  isFree(userId: string): boolean {
    return (this.#byUser.get(userId)?.running ?? 0) < AT_ONCE;
  }

  /**
   * Resolves when it is the request's turn. The turn ends with the reply. Rejects when the client has left by
   * then, because its change must not run in addition to the permitted ones.
   */
  async take(userId: string, response: Writable): Promise<void> {
    const turns = this.#byUser.get(userId) ?? { running: 0, waiting: [] };
    this.#byUser.set(userId, turns);
    if (turns.running >= AT_ONCE) await new Promise<void>((resolve) => turns.waiting.push(resolve));
    else turns.running += 1;
    if (response.closed) {
      this.#pass(userId, turns);
      throw new AppError('invalid_request', 'The request was aborted.');
    }
    let isOver = false;
    const end = () => {
      if (!isOver) this.#pass(userId, turns);
      isOver = true;
    };
    response.once('finish', end).once('close', end);
  }

  #pass(userId: string, turns: Turns): void {
    const next = turns.waiting.shift();
    if (next) return next();
    turns.running -= 1;
    if (turns.running === 0) this.#byUser.delete(userId);
  }
}
