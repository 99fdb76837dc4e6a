import type { ChatCard, ChatMode, TurnState } from '@dayloom/contracts';
import type { DialogueState } from '@dayloom/language/dialogue-state';
import type { ColumnType } from 'kysely';
import type { KeptAction } from '../model/call-results.ts';
import type { RunPhase } from '../model/turn.ts';

declare module '#platform/db.ts' {
  interface Tables {
    chat_conversations: {
      user_id: string;
      id: string;
      title: string;
      state: ColumnType<DialogueState, string, string>;
      created_at: Date;
      updated_at: Date;
    };
    chat_turns: {
      user_id: string;
      id: string;
      conversation_id: string;
      position: number;
      text: string;
      reply: string;
      mode: ChatMode;
      notice: string | null;
      state: TurnState;
      actions: ColumnType<KeptAction[], string, string>;
      cards: ColumnType<ChatCard[], string, string>;
      command_ids: ColumnType<string[], string, string>;
      created_at: Date;
      time_zone: string | null;
      run_id: string | null;
      run_phase: RunPhase | null;
      run_since: Date | null;
      alive_at: Date | null;
    };
  }
}
