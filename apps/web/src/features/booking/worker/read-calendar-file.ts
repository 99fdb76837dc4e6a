import type { ComparedRange, FileResult, ReadMessage } from './messages.ts';

const MAX_BYTES = 50 * 1024 * 1024;
const MAX_MS = 30_000;

/** Reads the busy times of a calendar file in a worker, which is stopped if that takes too long. */
export function readCalendarFile(file: File, range: ComparedRange, signal: AbortSignal): Promise<FileResult> {
  if (file.size > MAX_BYTES) return Promise.resolve({ problem: 'too_large' });
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./calendar-file-worker.ts', import.meta.url), { type: 'module' });
    const finish = (answer: FileResult) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = setTimeout(() => finish({ problem: 'too_slow' }), MAX_MS);
    signal.addEventListener('abort', () => finish({ problem: 'unreadable' }));
    worker.addEventListener('message', ({ data }: MessageEvent<FileResult>) => finish(data));
    worker.addEventListener('error', () => finish({ problem: 'unreadable' }));
    worker.postMessage({ file, range } satisfies ReadMessage);
  });
}
