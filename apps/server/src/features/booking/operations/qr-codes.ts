import { renderSVG } from 'uqr';
import type { DbContext, Platform } from '#platform/context.ts';
import type { PictureWriter } from '../ports.ts';
import { getHosts, getHostsAndEventType } from './hosts.ts';

const PNG_WIDTH = 1_024;

/** The address of a booking page, or of one of its event types, as a QR code in SVG. */
export async function drawQrCode(
  platform: DbContext & Pick<Platform, 'config'>,
  usernames: string,
  slug: string | undefined,
): Promise<string> {
  const name = usernames.toLowerCase();
  const hosts =
    slug === undefined
      ? await getHosts(platform, name)
      : (await getHostsAndEventType(platform, name, slug)).hosts;
  const names = hosts.map(({ profile }) => profile.username).join('+');
  const query = slug === undefined ? '' : `?type=${slug}`;
  return renderSVG(`${platform.config.publicUrl}/${names}${query}`);
}

export function drawQrPicture(pictures: PictureWriter, svg: string): Promise<Buffer> {
  return pictures.toPng(svg, PNG_WIDTH);
}
