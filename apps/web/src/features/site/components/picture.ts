import type { Picture } from '../model/page.ts';
import { type Html, html } from './html.ts';

interface Place {
  readonly description: string;
  /** The width that it has, as the attribute `sizes` says it. */
  readonly sizes: string;
  /** Below what is seen first. */
  readonly isLate?: boolean;
}

/** A picture with its sizes, so that nothing moves when it arrives. */
export function pictureTag({ address, width, height, small }: Picture, place: Place): Html {
  const { description, sizes, isLate = false } = place;
  return html`<img src="${address}" srcset="${small.address} ${small.width}w, ${address} ${width}w" sizes="${sizes}" width="${width}" height="${height}" alt="${description}"${isLate ? html` loading="lazy" decoding="async"` : ''} />`;
}
