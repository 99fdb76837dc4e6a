/** An error in the format of Google's APIs, which their client throws as an exception. */
export class GoogleError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly retryAfterSeconds: number | null;

  constructor(status: number, reason: string, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get body() {
    return {
      error: {
        code: this.status,
        message: this.message,
        errors: [{ domain: 'global', reason: this.reason, message: this.message }],
      },
    };
  }
}

export const notFound = (): GoogleError => new GoogleError(404, 'notFound', 'Not Found');
export const gone = (): GoogleError =>
  new GoogleError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.');
export const deleted = (): GoogleError => new GoogleError(410, 'deleted', 'Resource has been deleted');
export const invalid = (message: string): GoogleError => new GoogleError(400, 'invalid', message);
export const conditionNotMet = (): GoogleError =>
  new GoogleError(412, 'conditionNotMet', 'Precondition Failed');
