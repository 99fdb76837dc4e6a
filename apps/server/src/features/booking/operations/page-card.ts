import type { bookingApi, EndpointAnswer } from '@dayloom/contracts';
import { isBookingPath } from '@dayloom/contracts/usernames';
import type { Platform } from '#platform/context.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { escapeHtml } from '#platform/html.ts';
import type { PageCard } from '#platform/web-pages.ts';
import { findHosts, type Host } from './hosts.ts';

type CardPlatform = Pick<Platform, 'db' | 'clock' | 'config'>;
type OEmbed = EndpointAnswer<typeof bookingApi.readOEmbed>;

/** In pixels: what a frame gets if the other site sets no limit. */
const WIDTH = 900;
const HEIGHT = 720;

/** The card of a public page; null if nobody has the name. */
export async function describeBookingPage(
  platform: CardPlatform,
  usernames: string,
): Promise<PageCard | null> {
  try {
    return toCard(platform, await findHosts(platform, usernames));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

/** The answer to a site that wants to embed the page at `url`: a frame with the page. */
export async function describeEmbedding(
  platform: CardPlatform,
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
  const hosts = await findHosts(platform, usernames);
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

/** What a visitor's address may fill in. */
const EMBEDDED_FIELDS = new Set(['type', 'date', 'duration', 'name', 'email']);

function toCard({ config }: CardPlatform, hosts: readonly [Host, ...Host[]]): PageCard {
  const [{ profile }] = hosts;
  const url = `${config.publicUrl}/${hosts.map((host) => host.profile.username).join('+')}`;
  return {
    title: `Book time with ${toNames(hosts)}`,
    description: (hosts.length === 1 && profile.bio) || 'Choose a free time. No account is needed.',
    url,
    pictureUrl: profile.photoUrl,
    oEmbedUrl: `${config.publicUrl}/api/oembed?url=${encodeURIComponent(url)}`,
  };
}

function toNames(hosts: readonly Host[]): string {
  const names = hosts.map(({ profile: { firstName, lastName } }) => `${firstName} ${lastName}`.trim());
  return new Intl.ListFormat('en').format(names);
}
