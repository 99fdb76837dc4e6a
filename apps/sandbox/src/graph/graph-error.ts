/** An error in the format of Microsoft Graph. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, code: string, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get body() {
    return { error: { code: this.code, message: this.message } };
  }
}

export const itemNotFound = (): GraphError =>
  new GraphError(404, 'ErrorItemNotFound', 'The specified object was not found in the store.');
export const badRequest = (message: string): GraphError =>
  new GraphError(400, 'ErrorInvalidRequest', message);
export const syncStateGone = (): GraphError =>
  new GraphError(410, 'syncStateNotFound', 'The sync state generation is not found; start over.');
