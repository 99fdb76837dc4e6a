import { meetingsApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import { getScope, route } from '#platform/http.ts';
import { renewLink } from '../operations/attendee-links.ts';
import { listPeople } from '../operations/people.ts';
import type { MeetingsPlatform } from '../operations/platform.ts';
import { remindAttendees } from '../operations/reminders.ts';
import {
  addTimes,
  confirmMeeting,
  createMeeting,
  listMeetings,
  withdrawMeeting,
} from '../operations/requests.ts';
import { suggestTimes } from '../operations/suggest-times.ts';
import { readMeeting } from '../operations/view.ts';

/** Calls of organizers. */
export function organizerMeetingRoutes(app: FastifyInstance, platform: MeetingsPlatform): void {
  route(app, meetingsApi.create, async ({ request, reply, body }) => {
    const key = request.headers['idempotency-key'];
    const scope = getScope(request);
    const made = await createMeeting(
      platform,
      scope,
      body,
      typeof key === 'string' ? key.slice(0, 200) : null,
    );
    void reply.status(201);
    return made;
  });
  route(app, meetingsApi.list, ({ request, query }) => listMeetings(platform, getScope(request), query));
  route(app, meetingsApi.read, async ({ request, params }) => ({
    meetingRequest: await readMeeting(platform, getScope(request), params.id),
  }));
  route(app, meetingsApi.addTimes, async ({ request, params, body }) => ({
    meetingRequest: await addTimes(platform, getScope(request), params.id, body.times),
  }));
  route(app, meetingsApi.confirm, ({ request, params, body }) =>
    confirmMeeting(platform, getScope(request), params.id, body.startsAt),
  );
  route(app, meetingsApi.remind, ({ request, params }) =>
    remindAttendees(platform, getScope(request), params.id),
  );
  route(app, meetingsApi.renewLink, async ({ request, params }) => ({
    meetingRequest: await renewLink(platform, getScope(request), params),
  }));
  route(app, meetingsApi.withdraw, ({ request, params, body }) =>
    withdrawMeeting(platform, getScope(request), params.id, body.message),
  );
  route(app, meetingsApi.suggestTimes, ({ request, body }) =>
    suggestTimes(platform, getScope(request), body),
  );
  route(app, meetingsApi.completeAttendees, async ({ request, query }) => ({
    people: await listPeople(platform, getScope(request), query),
  }));
}
