/** A language model that can call tools. */
export interface LanguageModel {
  /**
   * Answers a message in pieces of text, and calls tools meanwhile. Throws a `ProviderFailure` if it cannot be reached,
   * or if its answer cannot be used. The pieces so far must then be discarded.
   */
  answer(request: ModelRequest): AsyncIterable<string>;
}

export interface ModelRequest {
  readonly instructions: string;
  readonly message: string;
  readonly tools: readonly ModelTool[];
  /** Aborted when the answer is not wanted any more. */
  readonly signal: AbortSignal;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The input as the tool takes it, or what is wrong with it. */
  readInput(input: unknown): { readonly value: unknown } | { readonly problem: string };
  /** What the model reads as the result. */
  call(input: unknown): Promise<string>;
}
