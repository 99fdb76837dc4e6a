/**
 * Replaces `temporal-polyfill` in the built app (vite.config.ts): the browser's own Temporal, or else the
 * polyfill, which is 20 kB of script that most browsers no longer need.
 */
const isNative = 'Temporal' in globalThis;
const library = isNative ? null : await import('temporal-polyfill/implementation');

interface NativeGlobals {
  readonly Temporal: typeof import('temporal-polyfill/implementation')['Temporal'];
}

export const Temporal = library?.Temporal ?? (globalThis as unknown as NativeGlobals).Temporal;
const TemporalIntl = library?.Intl ?? Intl;

export { TemporalIntl as Intl };
