import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './values.ts';

/** What the browser needs before anyone can sign in (`GET /config.json`, outside the API). */
export const ClientConfig = z
  .object({
    productName: z.string(),
    apiBaseUrl: z.string(),
    oidc: z.object({ authority: z.string(), clientId: z.string(), audience: z.string() }),
    /** Names of the integrations that run in the sandbox; if there are any, a banner is shown. */
    sandbox: z.array(z.string()),
    payments: z.object({
      mode: z.enum(['live', 'sandbox', 'off']),
      /** Set if the provider's own pricing table is shown; null shows ours. */
      pricingTable: z.object({ id: z.string(), publishableKey: z.string() }).nullable(),
    }),
    /** `off`: this server sends no mail, so the pages must not promise any. */
    mail: z.object({ mode: z.enum(['live', 'sandbox', 'off']) }),
    /** `off`: this server sends no text messages, so no phone can be verified. */
    sms: z.object({ mode: z.enum(['live', 'sandbox', 'off']) }),
    /**
     * The account of the sandbox's CalDAV server, prefilled in the connect dialog; null outside the sandbox.
     */
    demoCaldav: z.object({ serverUrl: z.string(), username: z.string(), password: z.string() }).nullable(),
    /** The API token of the sandbox's Todoist, prefilled where tasks are imported; null outside the sandbox. */
    demoTodoistToken: z.string().nullable(),
    /** Where the browser reports usage and errors; null (the default) reports nothing. */
    telemetry: z.object({ analyticsUrl: z.string().nullable(), errorReportUrl: z.string().nullable() }),
  })
  .meta({ id: 'ClientConfig' });
export type ClientConfig = z.infer<typeof ClientConfig>;

/** What a message of the event stream can name as changed. */
export const topics = [
  'chat',
  'profile',
  'tasks',
  'calendars',
  'calendar-accounts',
  'events',
  'plan',
  'focus',
  'bookings',
  'meetings',
  'security',
  'notifications',
] as const;

/** A message of the event stream. It names the topics that changed, which the browser then reads again. */
export const StreamMessage = z
  .discriminatedUnion('type', [
    /**
     * The first message: for how long each topic has not changed. What a page read longer ago than that, it reads again.
     */
    z.object({ type: z.literal('opened'), unchangedMs: z.record(z.enum(topics), z.int()) }),
    z.object({
      type: z.literal('changed'),
      topics: z.array(z.enum(topics)),
    }),
    z.object({ type: z.literal('import.progress'), importId: Id, events: z.int(), bytes: z.int() }),
    /** A plan is being computed; the number of better plans found after the first one. */
    z.object({ type: z.literal('plan.progress'), improvements: z.int() }),
  ])
  .meta({ id: 'StreamMessage' });
export type StreamMessage = z.infer<typeof StreamMessage>;
export type Topic = (typeof topics)[number];

export const systemApi = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    summary: 'Whether the server answers and reaches its database',
    access: 'public',
    response: z.object({ success: z.literal(true), version: z.string() }),
  }),
  stream: endpoint({
    method: 'GET',
    path: '/stream',
    summary: 'Server-sent events: each is a StreamMessage',
    access: 'user',
    media: 'text/event-stream',
    response: StreamMessage,
  }),
};
