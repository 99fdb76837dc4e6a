import { type ErrorCode, errorStatus, type ProofChallenge } from '@dayloom/contracts';

/**
 * A refusal that the caller may read: a code of the closed union and a sentence that says what to do. The
 * `cause` goes to the log and is never sent.
 */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** With `slot_taken`: the next starts that can be booked. */
  readonly alternatives: readonly string[] | undefined;
  /** With `proof_needed`. */
  readonly challenge: ProofChallenge | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown;
      fields?: Record<string, string>;
      alternatives?: readonly string[];
      challenge?: ProofChallenge;
    } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.fields = options.fields;
    this.alternatives = options.alternatives;
    this.challenge = options.challenge;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

/** Rows outside the caller's scope count as missing. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} was not found.`);
}

interface DatabaseFailure {
  code: string;
  constraint?: string;
}

/** Name of the constraint that a failed statement violated, or null for any other failure. */
export function brokenConstraint(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  const { code, constraint } = error as unknown as DatabaseFailure;
  // Class 23: integrity constraint violation (PostgreSQL, Appendix A).
  return code.startsWith('23') ? (constraint ?? '') : null;
}
