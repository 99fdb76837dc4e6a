import type { QueryClient } from '@tanstack/react-query';
import { ApiError, getMessage, isUnreachable } from './api.ts';
import type { ChangeProblem, KeptChange } from './kept-data.ts';
import type { OptimisticChange } from './optimistic.ts';

/** A kind of change that may wait for the network. Data decide everything that it does, since they survive a reload. */
export interface ChangeKind<Input, Result> {
  readonly name: string;
  /** The key of the mutation that shows it. */
  readonly key?: (subject: string) => readonly unknown[];
  /** Changes of kinds with the same order are sent one after another, whatever they change. */
  readonly order?: string;
  /** Shown over the query data until the server has it. */
  readonly show: (input: Input) => readonly OptimisticChange[];
  readonly send: (input: Input, sending: SendContext) => Promise<Result>;
  /** Stores the response in the query cache. */
  readonly updateCache: (client: QueryClient, input: Input, response: Result) => unknown;
  /** Rebases a change that waits behind another one of the same subject, after that one was carried out. */
  readonly follow?: (input: Input, response: never) => Input;
  /** The same after the other change was withdrawn; null if this one needs it. */
  readonly withdraw?: (input: Input, withdrawn: KeptChange) => Input | null;
  /** Decides what to do after the server refused a waiting change. */
  readonly decide: (input: Input, error: unknown, sending: SendContext) => Promise<Decision<Input, Result>>;
}

export interface SendContext {
  readonly idempotencyKey: string;
  /** The user whose change it is. */
  readonly as: string | undefined;
  /**
   * By this browser's clock, if it could not be sent at once: what it changes may be different by now. Otherwise
   * undefined.
   */
  readonly madeAt: string | undefined;
}

export type Decision<Input, Result> =
  | { readonly next: 'send'; readonly input: Input }
  /** It need not be sent. `response`: what the server would respond, if known. */
  | { readonly next: 'drop'; readonly response?: Result }
  | { readonly next: 'ask'; readonly problem: ChangeProblem }
  /** The server is there but cannot take it now. */
  | { readonly next: 'wait' };

export type AnyChangeKind = ChangeKind<never, never>;
const kinds = new Map<string, AnyChangeKind>();

/** A page registers the kinds of the changes that can be made on it when it is loaded. */
export function registerKind<Input, Result>(kind: ChangeKind<Input, Result>): ChangeKind<Input, Result> {
  kinds.set(kind.name, kind as unknown as AnyChangeKind);
  return kind;
}

/** Undefined for a kind of another version of the app. */
export const findKind = (name: string): AnyChangeKind | undefined => kinds.get(name);

let loadAll: () => Promise<unknown> = async () => {};

/** Sets what loads the kinds of all pages. Only a stored change needs that: it may have been made on another page. */
export function loadKindsBy(load: () => Promise<unknown>): void {
  loadAll = load;
}

/** Loads the kinds of changes that were made on other pages. Without them, those changes wait. */
export async function loadMissingKinds(changes: readonly KeptChange[]): Promise<void> {
  if (changes.every(({ kind }) => kinds.has(kind))) return;
  await loadAll().catch((error: unknown) => console.warn('Some changes have to wait', error));
}

export const findCode = (error: unknown) => (error instanceof ApiError ? error.code : null);

/** Temporary refusals. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set(['rate_limited', 'unavailable', 'unauthenticated']);

/** Whether the same request may succeed later. */
export const isTransient = (error: unknown): boolean =>
  isUnreachable(error) || TRANSIENT_CODES.has(findCode(error) ?? '');

/** For refusals that a kind of change does not handle itself: retries temporary ones, and shows the others. */
export function decideRefusal(error: unknown): Decision<never, never> {
  if (isTransient(error)) return { next: 'wait' };
  const reason = getMessage(error, 'The server did not answer as expected.');
  return { next: 'ask', problem: { kind: 'refused', reason } };
}
