import { calendarApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#platform/errors.ts';
import { getScope, onDisconnect, route } from '#platform/http.ts';
import { answerInvitation } from './operations/answer-invitation.ts';
import { changeCalendar, listCalendars, removeCalendar } from './operations/calendars.ts';
import { changeEvent, createEvent, type EventResult, removeEvent } from './operations/edit-events.ts';
import { importFile } from './operations/import-file.ts';
import type { CalendarPlatform } from './operations/platform.ts';
import { listOccurrences } from './operations/read-occurrences.ts';

function toEventResponse({ pendingNotice, ...result }: EventResult) {
  return {
    ...result,
    pendingNotice: pendingNotice && {
      ...pendingNotice,
      uids: [...pendingNotice.uids],
      notifiedAt: pendingNotice.notifiedAt.toISOString(),
    },
  };
}

export async function calendarRoutes(app: FastifyInstance, platform: CalendarPlatform): Promise<void> {
  route(app, calendarApi.list, async ({ request }) => ({
    calendars: await listCalendars(platform, getScope(request)),
    message: 'Calendars fetched',
  }));
  route(app, calendarApi.change, async ({ request, params, body }) => ({
    calendar: await changeCalendar(platform, getScope(request), params.id, body),
    message: 'Calendar saved',
  }));
  route(app, calendarApi.remove, async ({ request, params }) => {
    await removeCalendar(platform, getScope(request), params.id);
    return { message: 'Calendar removed' };
  });
  route(app, calendarApi.listOccurrences, async ({ request, query }) => ({
    occurrences: await listOccurrences(platform, getScope(request), new Date(query.from), new Date(query.to)),
    message: 'Events fetched',
  }));
  route(app, calendarApi.createEvent, async ({ request, body }) => ({
    ...toEventResponse(await createEvent(platform, getScope(request), body)),
    message: 'Event added',
  }));
  route(app, calendarApi.changeEvent, async ({ request, params, body }) => ({
    ...toEventResponse(await changeEvent(platform, getScope(request), params.id, body)),
    message: 'Event saved',
  }));
  route(app, calendarApi.answerEvent, async ({ request, params, body }) => ({
    ...toEventResponse(await answerInvitation(platform, getScope(request), params.id, body)),
    message: 'Answer saved',
  }));
  route(app, calendarApi.removeEvent, async ({ request, params, query }) => ({
    ...toEventResponse(await removeEvent(platform, getScope(request), params.id, query)),
    message: 'Event deleted',
  }));

  await app.register(async (streamed) => {
    // The file is streamed. Browsers that do not recognise .ics send other content types.
    streamed.removeAllContentTypeParsers();
    for (const type of ['text/calendar', 'text/plain', 'application/octet-stream', 'application/ics']) {
      streamed.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
    }
    streamed.addHook('onRequest', async (request) => {
      const announced = Number(request.headers['content-length'] ?? 0);
      if (announced > platform.config.IMPORT_LIMIT_BYTES) {
        const megabytes = Math.floor(platform.config.IMPORT_LIMIT_BYTES / 1_048_576);
        throw new AppError('payload_too_large', `The file is larger than ${megabytes} MB.`);
      }
    });
    route(streamed, calendarApi.importFile, async ({ request, reply, query, stream }) => {
      if (!stream) throw new AppError('invalid_request', 'Send the .ics file as the body of the request.');
      const report = await importFile(platform, getScope(request), query, stream, onDisconnect(reply));
      return { report, message: `${report.created} events added, ${report.updated} updated` };
    });
  });
}
