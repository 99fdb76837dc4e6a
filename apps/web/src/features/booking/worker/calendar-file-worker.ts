import { readBusyTimes } from './busy-times.ts';
import type { FileAnswer, ReadMessage } from './messages.ts';

/** Reads one calendar file. Nothing of it leaves the browser. */
addEventListener('message', async ({ data: { file, range } }: MessageEvent<ReadMessage>) => {
  const answer = await readBusyTimes(listChunks(file), range).catch(
    (): FileAnswer => ({ problem: 'unreadable' }),
  );
  postMessage(answer);
});

/** Not every browser can iterate over a stream. */
async function* listChunks(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
