import {
  bookingApi,
  type EndpointResponse,
  type PublicEventType,
  type PublicProfile,
} from '@dayloom/contracts';
import {
  type FirstSlots,
  pickDuration,
  pickEventType,
  readWantedEventType,
} from '@dayloom/contracts/booking-page';
import { isBookingPath } from '@dayloom/contracts/usernames';
import { DAY_MS, daysInMonth, formatDayNumber, fromDayNumber, HOUR_MS, toDayNumber } from '@dayloom/time';
import type { Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { escapeHtml } from '#platform/html.ts';
import type { PageCard, PublicPage } from '#platform/web-pages.ts';
import { readBookingPage } from './event-types.ts';
import { INVITATION, renderFirstPaint } from './first-paint.ts';
import { getHosts } from './hosts.ts';
import { offerSlots } from './offer-slots.ts';

type OEmbed = EndpointResponse<typeof bookingApi.readOEmbed>;

/** The size of a frame in pixels if the other site sets no limit. */
const WIDTH = 900;
const HEIGHT = 720;

/**
 * A booking page as the server sends it: its card, its first paint, and the responses that its script would otherwise
 * request. The address may name an event type (`type`), a length and a day. Null if nobody has one of the user names.
 */
export async function describeBookingPage(
  platform: Parameters<typeof readBookingPage>[0] & Parameters<typeof findSlotsForPage>[0],
  usernames: string,
  query: URLSearchParams,
): Promise<PublicPage | null> {
  try {
    const page = await readBookingPage(platform, usernames, new Map(query).get('type'));
    // Drops fields that the contract does not have.
    const response = bookingApi.listLinks.response.parse({ success: true, ...page });
    const [first, ...others] = response.eventTypes;
    const asked = new Map(query);
    const wanted = readWantedEventType(asked);
    const chosen = first ? pickEventType([first, ...others], wanted) : null;
    const [host, ...otherHosts] = page.hosts;
    // Combinations of hosts are too many to be kept, and any of them may be asked for.
    const hasFirstSlots = host && otherHosts.length === 0 && !asked.has('date');
    const firstSlots =
      chosen && hasFirstSlots
        ? await findSlotsForPage(platform, host, chosen, pickDuration(chosen, wanted.durationMinutes))
        : null;
    return {
      card: toCard(platform, page.hosts),
      content: renderFirstPaint({ productName: platform.config.PRODUCT_NAME, ...response, chosen }),
      responses: { response, firstSlots },
    };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** In bytes: a thousand slots or so. */
const MOST_FIRST_SLOTS = 200_000;
/** The earliest zone is so far ahead of UTC. */
const EARLIEST_ZONE_MS = 14 * HOUR_MS;

/**
 * The slots of the month that a visitor sees first. Their zone is not known yet, so there is a day more. Null where a
 * host offers so many that the page would be late, and where they cannot be read: the page's script then requests those
 * of the visitor's month.
 */
async function findSlotsForPage(
  platform: Parameters<typeof offerSlots>[0] & Pick<Platform, 'log'>,
  { username }: PublicProfile,
  { slug }: PublicEventType,
  durationMinutes: number,
): Promise<FirstSlots | null> {
  const { year, month } = fromDayNumber(Math.floor((platform.clock().getTime() + EARLIEST_ZONE_MS) / DAY_MS));
  const lastDay = toDayNumber(year, month, daysInMonth(year, month)) + 1;
  try {
    const slots = await offerSlots(platform, {
      username,
      eventType: slug,
      durationMinutes,
      to: formatDayNumber(lastDay),
      timeZone: 'UTC',
    });
    if (slots.size > MOST_FIRST_SLOTS) return null;
    const until = new Date((lastDay + 1) * DAY_MS).toISOString();
    return { eventType: slug, durationMinutes, until, response: JSON.parse(slots.text) };
  } catch (error) {
    platform.log.warn({ err: error }, 'A booking page is sent without slots');
    return null;
  }
}

/** The answer to a site that wants to embed the page at `url`: a frame with the page. */
export async function describeEmbedding(
  platform: Pick<Platform, 'config' | 'db'>,
  {
    url,
    maxwidth = WIDTH,
    maxheight = HEIGHT,
  }: { url: string; maxwidth?: number | undefined; maxheight?: number | undefined },
): Promise<OEmbed> {
  const page = URL.canParse(url) ? new URL(url) : null;
  const usernames = page?.pathname.replace(/^\/|\/$/g, '').toLowerCase() ?? '';
  if (page?.origin !== new URL(platform.config.publicUrl).origin || !isBookingPath(usernames))
    throw notFound('The booking page');
  const hosts = (await getHosts(platform, usernames)).map(({ profile }) => profile);
  const card = toCard(platform, hosts);
  const frameUrl = new URL(card.url);
  for (const [name, value] of page.searchParams)
    if (EMBEDDED_FIELDS.has(name)) frameUrl.searchParams.set(name, value);
  frameUrl.searchParams.set('embed', '1');
  const [width, height] = [Math.min(WIDTH, maxwidth), Math.min(HEIGHT, maxheight)];
  return {
    success: true,
    version: '1.0',
    type: 'rich',
    title: card.title,
    author_name: toNames(hosts),
    provider_name: platform.config.PRODUCT_NAME,
    provider_url: platform.config.publicUrl,
    html: `<iframe src="${escapeHtml(frameUrl.href)}" title="${escapeHtml(card.title)}" width="${width}" height="${height}" style="border:0" loading="lazy"></iframe>`,
    width,
    height,
  };
}

/** Form fields that the page's address may fill in. */
const EMBEDDED_FIELDS = new Set(['type', 'date', 'duration', 'name', 'email']);

function toCard({ config }: Pick<Platform, 'config'>, hosts: readonly PublicProfile[]): PageCard {
  const [first] = hosts;
  const url = `${config.publicUrl}/${hosts.map(({ username }) => username).join('+')}`;
  return {
    title: `Book time with ${toNames(hosts)}`,
    description: (hosts.length === 1 && first?.bio) || INVITATION,
    url,
    pictureUrl: first?.photoUrl ?? null,
    oEmbedUrl: `${config.publicUrl}/api/oembed?url=${encodeURIComponent(url)}`,
  };
}

function toNames(hosts: readonly PublicProfile[]): string {
  const names = hosts.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
  return new Intl.ListFormat('en').format(names);
}
