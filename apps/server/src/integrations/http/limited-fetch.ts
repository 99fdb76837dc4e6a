/** Far more than a page of a provider's calendar. */
const MAX_BYTES = 32 * 1_048_576;

export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
}

/** `fetch` for a provider's API. Stops reading a response that is larger than any valid one. */
export async function limitedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  const { body, status, statusText, headers } = response;
  if (Number(headers.get('content-length')) > MAX_BYTES) {
    await body?.cancel();
    throw new ResponseTooLarge();
  }
  if (body === null) return response;
  let bytes = 0;
  const limited = body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) controller.error(new ResponseTooLarge());
        else controller.enqueue(chunk);
      },
    }),
  );
  return new Response(limited, { status, statusText, headers });
}

/** Whether a response that was too large caused the error, even when a client has wrapped it. */
export function isTooLarge(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ResponseTooLarge) return true;
  return false;
}
