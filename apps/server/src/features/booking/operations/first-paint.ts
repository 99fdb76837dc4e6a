import type { PublicEventType, PublicProfile } from '@dayloom/contracts';
import { escapeHtml } from '#platform/html.ts';

/** Below the name of somebody without a bio. */
export const INVITATION = 'Choose a free time. No account is needed.';

interface FirstPaintInput {
  readonly productName: string;
  readonly hosts: readonly PublicProfile[];
  readonly eventTypes: readonly PublicEventType[];
  /** The event type that is chosen first; null if there is none. */
  readonly chosen: PublicEventType | null;
}

/**
 * What a booking page shows until its script has run: the host, and what can be booked. The script replaces it and
 * keeps what was chosen in it (`apps/web/src/features/booking/model/first-choice.ts`). The classes are those of the page's components (`apps/web/src/features/booking/components`).
 */
export function renderFirstPaint({ productName, hosts, eventTypes, chosen }: FirstPaintInput): string {
  const [first] = hosts;
  const isAlone = hosts.length === 1;
  const names = new Intl.ListFormat('en').format(hosts.map(toFullName));
  const words = (isAlone && first?.bio) || INVITATION;
  const types = eventTypes.map(
    (one) =>
      `<label class="event-types-one"><input type="radio" name="what" value="${one.slug}"${one === chosen ? ' checked' : ''} /><span class="event-types-title">${escapeHtml(one.title)}</span><span class="event-types-length">${formatDurations(one.durations)}</span></label>`,
  );
  return [
    '<div class="frame">',
    `<header class="frame-bar"><a class="frame-brand" href="/">Booking with ${escapeHtml(productName)}</a></header>`,
    '<main class="frame-content"><div class="booking-card"><div class="booking-card-aside">',
    `<div class="host-card"${isAlone ? ' data-alone=""' : ''}>`,
    `<div class="host-card-photos">${'<span></span>'.repeat(hosts.length)}</div>`,
    `<div class="host-card-words"><h1 class="host-card-name">${escapeHtml(names)}</h1><p class="host-card-bio">${escapeHtml(words)}</p></div></div>`,
    types.length > 0
      ? `<div class="event-types"><fieldset class="event-types-list" aria-label="What to book">${types.join('')}</fieldset></div>`
      : '',
    '</div></div></main></div>',
  ].join('');
}

const toFullName = ({ firstName, lastName }: PublicProfile) => `${firstName} ${lastName}`.trim();

const list = new Intl.ListFormat('en', { type: 'disjunction' });
const formatDurations = (durations: readonly number[]) => `${list.format(durations.map(String))} min`;
