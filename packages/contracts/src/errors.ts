import { z } from 'zod';

/**
 * The closed list of error codes with their HTTP status. The code says what went wrong; the message says what
 * to do about it. The type makes the list exhaustive: no code has a default status.
 */
export const errorStatus = {
  invalid_request: 400,
  incomplete_identity: 400,
  invalid_code: 400,
  unauthenticated: 401,
  forbidden: 403,
  confirmation_needed: 403,
  account_closing: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  /** The body did not arrive in time. */
  request_timeout: 408,
  user_exists: 409,
  email_taken: 409,
  username_taken: 409,
  last_sign_in_method: 409,
  managed_elsewhere: 409,
  version_conflict: 409,
  time_conflict: 409,
  /** The time of a booking is taken; `alternatives` names the next ones. */
  slot_taken: 409,
  /** A meeting request takes no answers any more: it was withdrawn, its time to answer is over, or it has begun. */
  meeting_closed: 409,
  proposal_outdated: 409,
  already_undone: 409,
  already_subscribed: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  /** Booking is attempted unusually often: the call is repeated with a proof of work; `challenge` says which. */
  proof_needed: 428,
  limit_reached: 402,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  /** The connection broke while saving, so the change may be saved or not. Check before repeating it. */
  outcome_unknown: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

/**
 * A proof of work: a number whose text, appended to `TEXT:`, gives a SHA-256 digest that begins with `zeroBits` zero
 * bits. `TEXT:NUMBER` is sent in the header `Booking-Proof`. It proves once, before it expires.
 */
export const ProofChallenge = z
  .object({ text: z.string(), zeroBits: z.int() })
  .meta({ id: 'ProofChallenge' });
export type ProofChallenge = z.infer<typeof ProofChallenge>;

/** The body of every response outside 2xx. `fields` maps the path of a field to its problem. */
export const ApiErrorBody = z
  .object({
    success: z.literal(false),
    code: z.enum(errorCodes),
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    /** With `slot_taken`: the next starts that can be booked. */
    alternatives: z.array(z.string()).optional(),
    /** With `proof_needed`. */
    challenge: ProofChallenge.optional(),
  })
  .meta({ id: 'Error', description: 'The body of every response outside 2xx.' });
export type ApiErrorBody = z.infer<typeof ApiErrorBody>;
