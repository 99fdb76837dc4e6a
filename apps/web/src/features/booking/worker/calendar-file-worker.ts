import { readBusyTimes } from './busy-times.ts';
import type { FileResult, ReadMessage } from './messages.ts';

/** Reads one calendar file. Nothing of it leaves the browser. */
addEventListener('message', ({ data }: MessageEvent<ReadMessage>) => void read(data));

async function read({ file, range }: ReadMessage): Promise<void> {
  const unreadable: FileResult = { problem: 'unreadable' };
  postMessage(await readBusyTimes(listChunks(file), range).catch(() => unreadable));
}

/** Not every browser can iterate over a stream. */
async function* listChunks(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
