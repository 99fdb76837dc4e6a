import type { PublicEventType } from '@dayloom/contracts';
import type { IconName } from './icon-paths.ts';

/** Where it takes place, as far as it is known before the booking: an icon and words. Null if nothing is said. */
export function describeLocation(
  { location }: PublicEventType,
  who: string,
): { icon: IconName; text: string } | null {
  switch (location.kind) {
    case 'none':
      return null;
    case 'place':
      return { icon: 'place', text: location.text };
    case 'link':
      return { icon: 'video', text: 'Video link comes with the invitation' };
    case 'phone':
      return { icon: 'phone', text: `${who} will call you` };
    case 'conference':
      return {
        icon: 'video',
        text: location.text
          ? `${location.text}, the link comes with the invitation`
          : 'Video call, the link comes later',
      };
  }
}
