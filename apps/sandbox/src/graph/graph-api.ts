import type * as Graph from '@microsoft/microsoft-graph-types';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { OauthProvider, TokenHolder } from '../oauth/oauth-provider.ts';
import { type GraphCalendars, meetingAnswers } from './graph-calendars.ts';
import { delta } from './graph-delta.ts';
import { badRequest, itemNotFound } from './graph-error.ts';
import { graphGate, reader, requireScope, writer } from './graph-gate.ts';
import type { Calendar } from './graph-mailbox.ts';
import {
  applyExpand,
  applySelect,
  inRequestedZone,
  parseBody,
  read,
  readFilter,
  readRange,
  toPage,
} from './graph-queries.ts';
import { subscriptionRoutes } from './graph-subscription-routes.ts';
import type { GraphSubscriptions } from './graph-subscriptions.ts';
import { toInstant } from './graph-times.ts';
import { graphToDoApi } from './graph-to-do-api.ts';

export interface GraphApiOptions {
  readonly calendars: GraphCalendars;
  readonly subscriptions: GraphSubscriptions;
  readonly oauth: OauthProvider;
  readonly faults: Faults;
  readonly now: () => Date;
  /** The public address of the API, for the links in its responses. */
  readonly apiUrl: () => string;
  /** Validates a notification address by a token that it has to return; tests pass their own. */
  readonly validate?: (address: string) => Promise<{ status: number; text: string }>;
}

/** The part of Microsoft Graph (v1.0) that the product uses through the official client. */
export function graphApi(app: FastifyInstance, options: GraphApiOptions): void {
  const { calendars, subscriptions, oauth, faults, apiUrl } = options;
  graphGate(app, oauth, faults);
  graphToDoApi(app, { now: options.now, apiUrl });
  const calendarIn = (request: FastifyRequest, { account }: TokenHolder) =>
    calendars.getCalendar(
      calendars.getMailbox(account),
      (request.params as { calendarId?: string }).calendarId ?? null,
    );
  const idIn = (request: FastifyRequest) => (request.params as { id: string }).id;

  app.get('/me', async (request) => {
    const { account } = requireScope(request, ['User.Read', 'Calendars.ReadWrite']);
    return {
      id: account.id,
      displayName: account.name,
      mail: account.email,
      userPrincipalName: account.email,
    } satisfies Graph.User;
  });
  app.get('/me/mailboxSettings', async (request) => {
    const { account } = requireScope(request, ['MailboxSettings.Read', 'Calendars.ReadWrite']);
    return { timeZone: calendars.getMailbox(account).timeZone } satisfies Graph.MailboxSettings;
  });
  app.get('/me/calendars', async (request) => {
    const { account } = reader(request);
    return {
      value: Object.values(calendars.getMailbox(account).calendars).map((calendar) =>
        about(calendar, account.email),
      ),
    };
  });
  app.post('/me/calendars', async (request, reply) => {
    const { account } = writer(request);
    const { name } = read(z.object({ name: z.string().min(1) }), request.body);
    return reply.code(201).send(about(calendars.addCalendar(account, name), account.email));
  });
  for (const path of ['/me/calendar', '/me/calendars/:calendarId']) {
    app.get(path, async (request) => {
      const holder = reader(request);
      return about(calendarIn(request, holder), holder.account.email);
    });
  }
  app.delete('/me/calendars/:calendarId', async (request, reply) => {
    calendars.removeCalendar(writer(request).account, (request.params as { calendarId: string }).calendarId);
    return reply.code(204).send();
  });

  for (const root of ['/me', '/me/calendar', '/me/calendars/:calendarId']) {
    app.get(`${root}/events`, async (request) => {
      const holder = reader(request);
      const all = calendars.list(holder.account, calendarIn(request, holder)).filter(readFilter(request));
      return toPage(
        request,
        all.map((event) => inRequestedZone(event, request)),
        apiUrl(),
      );
    });
    app.post(`${root}/events`, async (request, reply) => {
      const holder = writer(request);
      const event = calendars.insert(holder.account, calendarIn(request, holder), parseBody(request));
      return reply.code(201).send(inRequestedZone(event, request));
    });
    app.get(`${root}/calendarView`, async (request) => {
      const holder = reader(request);
      const { from, to } = readRange(request);
      const all = calendars.view(holder.account, calendarIn(request, holder), from, to);
      return toPage(
        request,
        all.map((event) => inRequestedZone(event, request)),
        apiUrl(),
      );
    });
    app.get(`${root}/calendarView/delta`, async (request) => {
      const holder = reader(request);
      const isBare = () => faults.take('microsoft', 'bare-removal');
      return delta(calendars, holder, calendarIn(request, holder), request, apiUrl(), isBare);
    });
  }
  app.get('/me/events/:id', async (request) => {
    const { account } = reader(request);
    const event = calendars.get(account, idIn(request));
    return {
      ...applySelect(inRequestedZone(event, request), request),
      ...applyExpand(event, request, () =>
        calendars.exceptions(account, event.id).map((exception) => inRequestedZone(exception, request)),
      ),
    };
  });
  app.patch('/me/events/:id', async (request) =>
    inRequestedZone(
      calendars.change(
        writer(request).account,
        idIn(request),
        parseBody(request),
        request.headers['if-match'],
      ),
      request,
    ),
  );
  app.delete('/me/events/:id', async (request, reply) => {
    calendars.remove(writer(request).account, idIn(request), request.headers['if-match']);
    return reply.code(204).send();
  });
  for (const [path, response] of Object.entries(meetingAnswers))
    app.post(`/me/events/:id/${path}`, async (request, reply) => {
      const { sendResponse = true } = read(z.object({ sendResponse: z.boolean().optional() }), request.body);
      calendars.answer(writer(request).account, idIn(request), response, { notifies: sendResponse });
      return reply.code(202).send();
    });
  app.get('/me/events/:id/attachments', async (request) => ({
    value: calendars
      .attachments(reader(request).account, idIn(request))
      .map((attachment) => applySelect(attachment, request)),
  }));
  app.get('/me/events/:id/attachments/:attachmentId', async (request) => {
    const { attachmentId } = request.params as { attachmentId: string };
    const found = calendars
      .attachments(reader(request).account, idIn(request))
      .find((attachment) => attachment.id === attachmentId);
    if (!found) throw itemNotFound();
    return found;
  });
  app.post('/me/events/:id/attachments', { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    const input = read(AttachmentBody, request.body);
    const size = Math.floor(((input.contentBytes ?? '').length * 3) / 4);
    if (size > MAX_ATTACHED_BYTES)
      throw badRequest('The attachment is larger than 3 MB; create an upload session.');
    return reply.code(201).send(calendars.attach(writer(request).account, idIn(request), { ...input, size }));
  });
  app.get('/me/events/:id/instances', async (request) => {
    const { from, to } = readRange(request);
    const all = calendars.instances(reader(request).account, idIn(request), from, to);
    return toPage(
      request,
      all.map((event) => inRequestedZone(event, request)),
      apiUrl(),
    );
  });
  app.post('/me/calendar/getSchedule', async (request) => {
    const { account } = reader(request);
    const { schedules, startTime, endTime } = read(ScheduleBody, request.body);
    const [from, to] = [toInstant(startTime), toInstant(endTime)];
    return {
      value: schedules.map((email): Graph.ScheduleInformation => {
        if (email !== account.email)
          return {
            scheduleId: email,
            error: { message: 'Unknown mailbox', responseCode: 'ErrorMailRecipientNotFound' },
          };
        const events = calendars.view(
          account,
          calendars.getCalendar(calendars.getMailbox(account), null),
          from,
          to,
        );
        return {
          scheduleId: email,
          scheduleItems: events
            .filter(({ showAs }) => showAs !== 'free')
            .map(({ showAs, start, end }) => ({
              status: showAs ?? 'busy',
              start: start ?? null,
              end: end ?? null,
            })),
        };
      }),
    };
  });

  subscriptionRoutes(app, { calendars, subscriptions, validate: options.validate });
}

const MAX_ATTACHED_BYTES = 3 * 1024 * 1024;
/** The limit of a request; attachments are sent as base64. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;
const AttachmentBody = z.object({
  '@odata.type': z.literal('#microsoft.graph.fileAttachment'),
  name: z.string().min(1),
  contentType: z.string().nullable().default(null),
  isInline: z.boolean().default(false),
  contentId: z.string().nullable().default(null),
  contentBytes: z.string(),
});
const Moment = z.object({ dateTime: z.string(), timeZone: z.string().default('UTC') });
const ScheduleBody = z.object({ schedules: z.array(z.string()).min(1), startTime: Moment, endTime: Moment });

function about({ id, name, isDefault, canEdit, color }: Calendar, email: string): Graph.Calendar {
  return {
    id,
    name,
    isDefaultCalendar: isDefault,
    canEdit,
    color,
    owner: { address: email },
    allowedOnlineMeetingProviders: canEdit ? ['teamsForBusiness'] : [],
    defaultOnlineMeetingProvider: canEdit ? 'teamsForBusiness' : 'unknown',
  };
}
