import { describe, expect, test } from 'vitest';
import { AppStorage, connectApp } from '#test/mcp-client.ts';
import { openTestServer } from '#test/server.ts';

const server = await openTestServer();

describe('an app', () => {
  test('connects by the address alone', async () => {
    const user = await server.signUp();
    const { client } = await connectApp(server, user);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      'commit_proposal',
      'complete_task',
      'create_event',
      'create_task',
      'delete_event',
      'delete_task',
      'discard_proposal',
      'list_events',
      'list_tasks',
      'plan',
      'propose_changes',
      'undo_change',
      'update_event',
      'update_task',
    ]);
    expect(new AppStorage().saved).toBeUndefined();
  });
});
