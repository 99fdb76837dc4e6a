import type { ChatCard } from '@dayloom/contracts';
import type { ToolCall } from '@dayloom/language/dialogue-data';
import { AppError } from '#platform/errors.ts';
import { describeIssue, describeProblemInSentence } from '#platform/problems.ts';
import { ProviderFailure } from '#platform/provider-failure.ts';
import { asAssistant } from '#platform/scope.ts';
import type { Tool, ToolContext } from '#platform/tools.ts';
import type { LanguageModel, ModelTool } from '../ports.ts';
import { withoutHidden } from '../rules/hidden-characters.ts';
import { toModelSchema, withInstants } from '../rules/model-input.ts';
import type { Prompt } from '../rules/prompt.ts';
import { toUntrustedData } from '../rules/untrusted-data.ts';

/** Lists that are longer than this are for the model only. */
const MAX_SHOWN = 20;
const DROP_DRAFT = 'drop_draft';

export interface ModelAnswer {
  /** What the model says. It counts only if there are no changes. */
  readonly text: string;
  /** The changes that it asks for. None was made. */
  readonly changes: readonly ToolCall[];
  /** It replaces what waits for the user's decision. */
  readonly dropsDraft: boolean;
  /** What its last look-up has found. */
  readonly cards: readonly ChatCard[];
}

interface Asking {
  readonly model: LanguageModel;
  readonly tools: readonly Tool[];
  readonly context: ToolContext;
  readonly prompt: Prompt;
  readonly hasDraft: boolean;
  readonly signal: AbortSignal;
  /** Gets the text so far, as long as it may be shown. */
  readonly onText: (text: string) => void;
}

/**
 * Asks a language model. Look-ups run at once, and their results go back to it. Changes are only collected: the caller
 * runs or drafts them, as one turn, under the same rules as any other. Throws a `ProviderFailure` if the answer is of no
 * use.
 */
export async function askModel(asking: Asking): Promise<ModelAnswer> {
  const { model, prompt, signal, onText } = asking;
  const collected = new CollectedCalls(asking);
  let text = '';
  for await (const piece of model.answer({ ...prompt, tools: collected.tools, signal })) {
    text += withoutHidden(piece);
    // Text that comes with changes may be a claim about them, so it is not shown.
    if (!collected.hasChanges) onText(text.trim());
  }
  const shown = text.trim();
  const changes = collected.listChanges();
  if (changes.length === 0 && !collected.dropsDraft && shown === '')
    throw new ProviderFailure('rejected', 'The language model said nothing.', { providerCode: 'empty' });
  return { text: shown, changes, dropsDraft: collected.dropsDraft, cards: collected.cards };
}

class CollectedCalls {
  readonly tools: readonly ModelTool[];
  cards: readonly ChatCard[] = [];
  dropsDraft = false;
  readonly #context: ToolContext;
  /** In the order in which they were asked for. Null for what was refused. */
  readonly #changes: { call: ToolCall | null }[] = [];

  constructor({ tools, context, hasDraft }: Asking) {
    this.#context = { ...context, scope: asAssistant(context.scope) };
    this.tools = [...tools.map((tool) => this.#toModelTool(tool)), ...(hasDraft ? [this.#dropDraft] : [])];
  }

  get hasChanges(): boolean {
    return this.dropsDraft || this.#changes.some(({ call }) => call !== null);
  }

  listChanges(): ToolCall[] {
    return this.#changes.flatMap(({ call }) => call ?? []);
  }

  readonly #dropDraft: ModelTool = {
    name: DROP_DRAFT,
    description:
      'Drop the draft that waits. Only if the user corrects it: then call the tools for the corrected changes as well.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    readInput: () => ({ value: {} }),
    call: async () => {
      this.dropsDraft = true;
      return 'Noted: the draft will be dropped.';
    },
  };

  #toModelTool(tool: Tool): ModelTool {
    const { timeZone } = this.#context;
    return {
      name: tool.name,
      description: tool.isReadOnly ? tool.description : `${tool.description} (noted, carried out later)`,
      inputSchema: toModelSchema(tool),
      readInput: (input) => readInput(tool, withInstants(input, timeZone)),
      call: async (input) => {
        try {
          return await (tool.isReadOnly ? this.#look(tool, input) : this.#note(tool, input));
        } catch (error) {
          if (!(error instanceof AppError) || error.status >= 500) throw error;
          return `This is not possible: ${toUntrustedData(error.message, timeZone)}`;
        }
      },
    };
  }

  async #look(tool: Tool, input: unknown): Promise<string> {
    const { output, cards } = await tool.run(this.#context, input);
    this.cards = cards.filter((card) => countShown(card) <= MAX_SHOWN);
    return toUntrustedData(output, this.#context.timeZone);
  }

  /** The preview changes nothing. It shows the model in time what cannot be done. */
  async #note(tool: Tool, input: unknown): Promise<string> {
    const call = { tool: tool.name, input: input as Readonly<Record<string, unknown>> };
    const isRepeated = this.#changes.some((other) => JSON.stringify(other.call) === JSON.stringify(call));
    if (isRepeated) return 'This is noted already.';
    const noted: { call: ToolCall | null } = { call };
    this.#changes.push(noted);
    try {
      const { summary } = await tool.preview(this.#context, input);
      return `Noted, not carried out yet: ${toUntrustedData(summary, this.#context.timeZone)}`;
    } catch (error) {
      noted.call = null;
      throw error;
    }
  }
}

function readInput({ input: schema }: Tool, input: unknown): ReturnType<ModelTool['readInput']> {
  const parsed = schema.safeParse(input, { error: describeIssue });
  return parsed.success
    ? { value: parsed.data as Record<string, unknown> }
    : { problem: describeProblemInSentence(parsed.error.issues) };
}

function countShown(card: ChatCard): number {
  if (card.kind === 'agenda') return card.events.length;
  return card.kind === 'tasks' ? card.tasks.length : 1;
}
