/** Runs what a worker does in the page, as jsdom has no workers. */
export function workerInPage(answer: (asked: never) => unknown): object {
  return class extends EventTarget {
    async postMessage(asked: never): Promise<void> {
      this.dispatchEvent(new MessageEvent('message', { data: await answer(asked) }));
    }
    terminate(): void {}
  };
}
