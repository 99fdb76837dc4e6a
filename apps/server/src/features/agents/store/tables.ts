import type { AgentCallState, AgentKind, ChatCard, TokenScope } from '@dayloom/contracts';
import type { ColumnType } from 'kysely';
import type { KeptAction } from '#features/assistant/model/call-results.ts';

declare module '#platform/db.ts' {
  interface Tables {
    connected_apps: {
      user_id: string;
      id: string;
      client_id: string;
      grant_id: string;
      name: string;
      redirect_host: string;
      scopes: TokenScope[];
      connected_at: Date;
      last_used_at: Date | null;
      minute_began_at: Date | null;
      minute_requests: number;
    };
    agent_calls: {
      user_id: string;
      id: string;
      agent_kind: AgentKind;
      agent_id: string;
      agent_name: string;
      tool: string;
      input: string;
      outcome: string;
      state: Exclude<AgentCallState, 'expired'>;
      actions: ColumnType<KeptAction[], string, string>;
      cards: ColumnType<ChatCard[], string, string>;
      command_ids: ColumnType<string[], string, string>;
      changes: number;
      guests: number;
      created_at: Date;
      expires_at: Date | null;
      ran_at: Date | null;
    };
  }
}
