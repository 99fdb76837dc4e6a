/** A table with rows of users, and how it is exported. */
export interface ExportedTable {
  readonly name: string;
  /** The column with the user's id. */
  readonly owner: 'user_id' | 'id';
  readonly order: string;
  /** Secret columns: nobody with the export file must be able to act as the user. */
  readonly omit: readonly string[];
}

const table = (name: string, order: string, omit: readonly string[] = []): ExportedTable => ({
  name,
  owner: 'user_id',
  order,
  omit,
});

/**
 * Every table with rows of users. A test compares the list with the database, so that for each new table
 * somebody has to decide what is exported and what is secret.
 */
export const exportedTables: readonly ExportedTable[] = [
  { name: 'users', owner: 'id', order: 'id', omit: [] },
  table('user_directory', 'kind'),
  table('tasks', 'created_at'),
  table('task_dependencies', 'task_id'),
  table('calendars', 'created_at'),
  table('events', 'starts_at'),
  table('occurrences', 'starts_at'),
  table('followed_events', 'ends_at'),
  table('occurrence_windows', 'user_id'),
  table('calendar_accounts', 'created_at', ['sealed_grant']),
  table('calendar_syncs', 'calendar_id'),
  table('calendar_mirrors', 'created_at'),
  table('calendar_channels', 'id', ['token_hash']),
  table('event_links', 'resource_id'),
  table('replaced_objects', 'replaced_at'),
  table('event_outbox', 'changed_at'),
  table('sync_conflicts', 'happened_at'),
  table('sync_history', 'happened_at'),
  table('oauth_flows', 'domain', ['sealed_verifier', 'nonce']),
  table('oauth_codes', 'used_at', ['code_hash']),
  table('booking_pages', 'user_id'),
  table('event_types', 'position'),
  table('bookings', 'starts_at', ['token_hash', 'sealed_token', 'email_code_hash', 'holder', 'request_hash']),
  table('meeting_requests', 'created_at', ['request_hash']),
  table('meeting_attendees', 'request_id', ['token_hash', 'sealed_token']),
  table('invitations', 'uid'),
  table('invited_guests', 'invitation_id', ['token_hash', 'sealed_token']),
  table('links', 'created_at', ['token_hash']),
  table('queued_mails', 'send_at', ['sealed_message']),
  table('availability_changes', 'session'),
  table('plans', 'user_id'),
  table('blocks', 'starts_at'),
  table('sample_weeks', 'user_id'),
  table('focus_timers', 'user_id'),
  table('focus_sessions', 'started_at'),
  table('proposals', 'created_at'),
  table('plan_checks', 'user_id'),
  table('commands', 'created_at'),
  table('chat_conversations', 'created_at'),
  table('chat_turns', 'created_at'),
  table('billing_accounts', 'user_id'),
  table('api_tokens', 'created_at', ['token_hash']),
  table('connected_apps', 'connected_at', ['grant_id']),
  table('agent_calls', 'created_at'),
  table('account_links', 'created_at', ['token_hash']),
  table('security_events', 'created_at'),
  table('link_requests', 'expires_at', ['token_hash']),
  table('phone_codes', 'sent_at', ['sealed_code']),
  table('sms_messages', 'created_at'),
  table('sms_consents', 'position'),
  table('reminder_users', 'user_id'),
  table('reminder_overrides', 'subject'),
  table('reminders', 'due_at'),
  table('reminder_changes', 'user_id'),
  table('notifications', 'created_at'),
  table('push_subscriptions', 'created_at', ['endpoint_hash', 'sealed_subscription']),
];
