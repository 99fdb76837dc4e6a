import { bookingApi } from '@dayloom/contracts';
import type { FastifyInstance } from 'fastify';
import type { DbContext } from '#platform/context.ts';
import { getScope, route } from '#platform/http.ts';
import {
  changeBookingSettings,
  changeEventType,
  createEventType,
  createOneTimeLink,
  getBookingSettings,
  listEventTypes,
  listOneTimeLinks,
  orderEventTypes,
  removeEventType,
  revokeOneTimeLink,
} from '../operations/event-types.ts';
import {
  approveBooking,
  cancelBooking,
  exportHostBookings,
  listHostBookings,
  markNoShow,
} from '../operations/host-bookings.ts';
import { listOwnBusy } from '../operations/own-busy.ts';
import type { BookingWriter } from '../operations/platform.ts';

/** Calls of hosts. */
export function hostBookingRoutes(app: FastifyInstance, platform: DbContext & BookingWriter): void {
  route(app, bookingApi.listOwnBusy, async ({ request, query }) => ({
    busy: await listOwnBusy(platform, getScope(request), query),
  }));
  route(app, bookingApi.listEventTypes, async ({ request }) => ({
    eventTypes: await listEventTypes(platform, getScope(request)),
  }));
  route(app, bookingApi.createEventType, async ({ request, reply, body }) => {
    const { eventType } = await createEventType(platform, getScope(request), body);
    void reply.status(201);
    return { eventType };
  });
  route(app, bookingApi.changeEventType, async ({ request, params, body }) => ({
    eventType: (await changeEventType(platform, getScope(request), params.id, body)).eventType,
  }));
  route(app, bookingApi.orderEventTypes, async ({ request, body }) => ({
    eventTypes: await orderEventTypes(platform, getScope(request), body.ids),
  }));
  route(app, bookingApi.removeEventType, async ({ request, params }) => {
    await removeEventType(platform, getScope(request), params.id);
    return { message: 'Event type removed' };
  });
  route(app, bookingApi.createOneTimeLink, async ({ request, reply, params }) => {
    const link = await createOneTimeLink(platform, getScope(request), params.id);
    void reply.status(201);
    return link;
  });
  route(app, bookingApi.listOneTimeLinks, async ({ request, params }) => ({
    links: await listOneTimeLinks(platform, getScope(request), params.id),
  }));
  route(app, bookingApi.revokeOneTimeLink, async ({ request, params }) => {
    await revokeOneTimeLink(platform, getScope(request), params.id);
    return { message: 'The link was revoked' };
  });
  route(app, bookingApi.getBookingSettings, async ({ request }) => ({
    settings: await getBookingSettings(platform, getScope(request)),
  }));
  route(app, bookingApi.changeBookingSettings, async ({ request, body }) => ({
    settings: await changeBookingSettings(platform, getScope(request), body),
  }));
  route(app, bookingApi.listBookings, ({ request, query }) =>
    listHostBookings(platform, getScope(request), query),
  );
  route(app, bookingApi.exportBookings, async ({ request, reply }) =>
    reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="bookings.csv"')
      .send(await exportHostBookings(platform, getScope(request))),
  );
  route(app, bookingApi.approveBooking, async ({ request, params }) => ({
    booking: await approveBooking(platform, getScope(request), params.id),
  }));
  route(app, bookingApi.cancelBooking, async ({ request, params, body }) => ({
    booking: await cancelBooking(platform, getScope(request), params.id, body.message),
  }));
  route(app, bookingApi.markNoShow, async ({ request, params, body }) => ({
    booking: await markNoShow(platform, getScope(request), params.id, body.isNoShow),
  }));
}
