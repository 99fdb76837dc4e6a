import { bookingApi } from '@dayloom/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toRequestOrigin } from '#features/phone/operations/platform.ts';
import { finishPhoneCheck, startPhoneCheck } from '#features/phone/operations/visitor-texts.ts';
import { addressKey } from '#platform/address-key.ts';
import { AppError } from '#platform/errors.ts';
import { route } from '#platform/http.ts';
import { toNetwork } from '#platform/visitor.ts';
import { createBooking } from '../operations/create-booking.ts';
import { readBookingPage } from '../operations/event-types.ts';
import { holdSlot, releaseHold } from '../operations/holds.ts';
import { resolveLink } from '../operations/links.ts';
import { offerSlots } from '../operations/offer-slots.ts';
import { getOffer } from '../operations/offered-time.ts';
import { describeEmbedding } from '../operations/page-card.ts';
import type { BookingPlatform } from '../operations/platform.ts';
import { type Attempt, requireProofIfBusy } from '../operations/proof-of-work.ts';
import { drawQrCode, drawQrPicture } from '../operations/qr-codes.ts';
import {
  cancelVisit,
  confirmVisit,
  listVisitSlots,
  moveVisit,
  readVisit,
  writeVisitFile,
} from '../operations/visits.ts';

const MAX_BYTES = 64 * 1024;
const MAX_KEY_LENGTH = 200;

/** Calls without sign-in: by a host's public name, or by the token of a capability link. */
export function publicBookingRoutes(app: FastifyInstance, platform: BookingPlatform): void {
  const { attemptsPerMinute } = platform.config.bookingLimits;
  const writing = { perMinute: attemptsPerMinute, bytes: MAX_BYTES };
  route(app, bookingApi.listLinks, ({ params, query }) => readBookingPage(platform, params.id, query.type));
  route(app, bookingApi.readQrCode, async ({ params, query, reply }) =>
    reply.type('image/svg+xml').send(await drawQrCode(platform, params.id, query.type)),
  );
  route(app, bookingApi.readQrPicture, async ({ params, query, reply }) => {
    const svg = await drawQrCode(platform, params.id, query.type);
    return reply.type('image/png').send(await drawQrPicture(platform.pictures, svg));
  });
  route(app, bookingApi.readOEmbed, ({ query }) => describeEmbedding(platform, query));
  route(app, bookingApi.resolveLink, async ({ params }) => ({
    target: await resolveLink(platform, params.token),
  }));
  route(app, bookingApi.listSlots, async ({ request, reply, query }) =>
    (await offerSlots(platform, query)).send(request, reply),
  );
  route(
    app,
    bookingApi.hold,
    async ({ request, reply, body }) => {
      await requireProofIfBusy(platform, toAttempt(request, body));
      void reply.status(201);
      return { hold: await holdSlot(platform, body, toNetwork(request.ip)) };
    },
    writing,
  );
  route(app, bookingApi.releaseHold, async ({ params }) => {
    await releaseHold(platform, params.id);
    return { message: 'The time is free again' };
  });
  route(
    app,
    bookingApi.create,
    async ({ request, reply, body }) => {
      await requireProofIfBusy(platform, toAttempt(request, body));
      const booking = await createBooking(platform, body, {
        idempotencyKey: findIdempotencyKey(request),
        visit: toRequestOrigin(request),
      });
      void reply.status(201);
      return { booking };
    },
    writing,
  );
  route(
    app,
    bookingApi.startPhoneCheck,
    async ({ request, body }) => {
      await requireProofIfBusy(platform, toAttempt(request, body));
      const { hosts } = await getOffer(platform, body, null);
      return startPhoneCheck(platform, hosts[0].scope, body.mobile, toRequestOrigin(request));
    },
    writing,
  );
  route(
    app,
    bookingApi.finishPhoneCheck,
    async ({ params, body }) => {
      await finishPhoneCheck(platform, params.token, body.otpCode);
      return { message: 'Phone number verified successfully!' };
    },
    writing,
  );
  route(app, bookingApi.readBooking, async ({ params }) => ({
    booking: await readVisit(platform, params.token),
  }));
  route(app, bookingApi.downloadInvitation, async ({ params, reply }) =>
    reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="invitation.ics"')
      .send(await writeVisitFile(platform, params.token)),
  );
  route(
    app,
    bookingApi.cancelVisit,
    async ({ params, body }) => ({ booking: await cancelVisit(platform, params.token, body.message) }),
    writing,
  );
  route(
    app,
    bookingApi.moveVisit,
    async ({ params, body }) => ({ booking: await moveVisit(platform, params.token, body) }),
    writing,
  );
  route(app, bookingApi.listVisitSlots, ({ params, query }) => listVisitSlots(platform, params.token, query));
  route(
    app,
    bookingApi.confirmVisit,
    async ({ params, body }) => ({ booking: await confirmVisit(platform, params.token, body.code) }),
    writing,
  );
}

function toAttempt(
  request: FastifyRequest,
  { username, startsAt }: { readonly username: string; readonly startsAt: string },
): Attempt {
  const proof = request.headers['booking-proof'];
  const network = addressKey(request.ip);
  return { username, startsAt, network, proof: typeof proof === 'string' ? proof : null };
}

/** Any text. What cannot tell one booking from another, or is too long to be kept whole, is refused. */
function findIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key.trim() !== '' && key.length <= MAX_KEY_LENGTH) return key;
  const problem = `must have 1 to ${MAX_KEY_LENGTH} characters`;
  throw new AppError('invalid_request', `Idempotency-Key: ${problem}`, {
    fields: { 'Idempotency-Key': problem },
  });
}
