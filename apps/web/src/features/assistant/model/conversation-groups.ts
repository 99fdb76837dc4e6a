import type { Conversation } from '@dayloom/contracts';
import { DAY_MS } from '@dayloom/time';

export interface ConversationGroup {
  readonly name: string;
  readonly conversations: readonly Conversation[];
}

/** Conversations by the day of their last message. Groups are in the order of the list. */
export function groupConversations(all: readonly Conversation[], now: Date): ConversationGroup[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const getName = ({ updatedAt }: Conversation) => {
    const at = Date.parse(updatedAt);
    if (at >= midnight) return 'Today';
    if (at >= midnight - DAY_MS) return 'Yesterday';
    if (at >= midnight - 7 * DAY_MS) return 'Last 7 days';
    return at >= midnight - 30 * DAY_MS ? 'Last 30 days' : 'Older';
  };
  return [...Map.groupBy(all, getName)].map(([name, conversations]) => ({ name, conversations }));
}
