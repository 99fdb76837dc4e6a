/** Only these, so that loading them lazily does not load the contracts of every page. */
export { ApiErrorBody, StreamMessage, systemApi } from '@dayloom/contracts';
