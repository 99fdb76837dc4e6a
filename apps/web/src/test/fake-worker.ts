import type { AskMessage, PlanningData, Question } from '../features/planning/worker/questions.ts';

/** The planner's worker within the page: the same answers, by messages, a moment later. */
export class FakeWorker extends EventTarget {
  #data: PlanningData | null = null;

  postMessage(message: AskMessage): void {
    const { id, data, question } = structuredClone(message);
    this.#data = data ?? this.#data;
    void this.#answer(id, question);
  }

  async #answer(id: number, question: Question): Promise<void> {
    // Only where it is asked: most tests plan nothing.
    const { preview: answerQuestion } = await import('../features/planning/worker/answers.ts');
    const result = this.#data && answerQuestion(this.#data, question);
    this.dispatchEvent(new MessageEvent('message', { data: structuredClone({ id, result }) }));
  }

  terminate(): void {
    this.#data = null;
  }
}
