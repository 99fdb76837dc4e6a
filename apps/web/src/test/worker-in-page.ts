/** Runs what a worker does in the page, as jsdom has no workers. */
export function workerInPage<Asked, Answer>(answer: (asked: Asked) => Answer | Promise<Answer>): object {
  return class extends EventTarget {
    async postMessage(asked: Asked): Promise<void> {
      this.dispatchEvent(new MessageEvent('message', { data: await answer(asked) }));
    }
    terminate(): void {}
  };
}
