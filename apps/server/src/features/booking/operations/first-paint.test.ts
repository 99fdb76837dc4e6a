import { readdirSync, readFileSync } from 'node:fs';
import type { PublicEventType, PublicProfile } from '@dayloom/contracts';
import { expect, it } from 'vitest';
import { INVITATION, renderFirstPaint } from './first-paint.ts';

const COMPONENTS = new URL('../../../../../web/src/features/booking/components/', import.meta.url);

const host: PublicProfile = {
  canonicalId: 'c1',
  username: 'maya',
  firstName: 'Maya',
  lastName: '<b>',
  bio: 'Lead & "more"',
  photoUrl: null,
  isVerified: true,
};
const eventType: PublicEventType = {
  slug: 'chat',
  title: 'Chat <script>',
  description: '',
  durations: [30, 60],
  location: { kind: 'none', text: '' },
  color: '#5CAAFF',
  needsApproval: false,
  confirmsEmail: false,
  offersTexts: false,
  questions: [],
  url: 'https://dayloom.example/maya?type=chat',
};
const render = (hosts: PublicProfile[]) =>
  renderFirstPaint({ productName: 'Loom & Co', hosts, eventTypes: [eventType], chosen: eventType });

it('says with whom and what can be booked, with all that people wrote as text', () => {
  const html = render([host]);
  expect(html).toContain('<h1 class="host-card-name">Maya &#60;b&#62;</h1>');
  expect(html).toContain('<p class="host-card-bio">Lead &#38; &#34;more&#34;</p>');
  expect(html).toContain('Chat &#60;script&#62;');
  expect(html).toContain('30 or 60 min');
  expect(html).toContain('Booking with Loom &#38; Co');
});

it('names several hosts without their bios', () => {
  const html = render([host, { ...host, firstName: 'Sam', lastName: 'Lee' }]);
  expect(html).toContain('Maya &#60;b&#62; and Sam Lee');
  expect(html).not.toContain('Lead');
});

it('has the chosen event type checked', () => {
  const talk = { ...eventType, slug: 'talk', title: 'Talk' };
  const html = renderFirstPaint({
    productName: 'Loom',
    hosts: [host],
    eventTypes: [eventType, talk],
    chosen: talk,
  });
  expect(
    [...html.matchAll(/checked \/><span class="event-types-title">(\w+)/g)].map(([, title]) => title),
  ).toEqual(['Talk']);
});

it('says what to do where there is no bio, like the page that follows', () => {
  expect(render([{ ...host, bio: '' }])).toContain(`<p class="host-card-bio">${INVITATION}</p>`);
  const component = new URL('host-card.tsx', COMPONENTS);
  expect(readFileSync(component, 'utf8')).toContain(INVITATION);
});

it('has the classes of the page that follows', () => {
  const styles = readdirSync(COMPONENTS)
    .filter((file) => file.endsWith('.css'))
    .map((file) => readFileSync(new URL(file, COMPONENTS), 'utf8'))
    .join('\n');
  const classes = [...render([host]).matchAll(/class="([^"]+)"/g)].map(([, name]) => `.${name}`);
  expect(classes).toContain('.host-card-name');
  expect(classes.filter((name) => !styles.includes(name))).toEqual([]);
});
