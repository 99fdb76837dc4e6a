import { useRef } from 'react';
import type { BookingCalls, BookingRequest, SlotChoice } from '../api.ts';
import { type FormValues, toRequest } from '../model/booking-form.ts';

interface Attempt {
  readonly filledIn: string;
  readonly request: BookingRequest;
  readonly key: string;
}

/** `crypto.randomUUID` is missing on pages without TLS. */
const makeKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * Books. The same form is sent again exactly as before, with the same key: the server may have booked it although its
 * response was lost.
 */
export function useCreate(calls: BookingCalls) {
  const last = useRef<Attempt | null>(null);
  return (choice: SlotChoice, values: FormValues, holdId: string | null) => {
    const request = { ...choice, ...toRequest(values) };
    const filledIn = JSON.stringify(request);
    if (last.current?.filledIn !== filledIn)
      last.current = { filledIn, request: { ...request, ...(holdId && { holdId }) }, key: makeKey() };
    return calls.create(last.current.request, last.current.key);
  };
}
