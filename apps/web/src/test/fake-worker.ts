import type { AskMessage, PlanningData, Question } from '../features/planning/worker/questions.ts';

/** Runs the planner's worker inside the page: the same results by messages, asynchronously. */
export class FakeWorker extends EventTarget {
  #data: PlanningData | null = null;

  postMessage(message: AskMessage): void {
    const { id, data, question } = structuredClone(message);
    this.#data = data ?? this.#data;
    void this.#answer(id, question);
  }

  async #answer(id: number, question: Question): Promise<void> {
    // Imported on first use: most tests do not plan.
    const { preview: answerQuestion } = await import('../features/planning/worker/answers.ts');
    const result = this.#data && answerQuestion(this.#data, question);
    this.dispatchEvent(new MessageEvent('message', { data: structuredClone({ id, result }) }));
  }

  terminate(): void {
    this.#data = null;
  }
}
