import { z } from 'zod';
import { Hints } from './account.ts';
import { endpoint } from './endpoint.ts';
import { succeeded } from './values.ts';

/** Short tips about parts of the app, in the order in which they are shown when several would fit. */
export const hintNames = [
  'overload',
  'undo',
  'quick-add',
  'why-here',
  'move-block',
  'booking-link',
  'shortcuts',
] as const;
export type HintName = (typeof hintNames)[number];

const HintsResponse = z.object({ ...succeeded, hints: Hints, message: z.string() });

export const hintsApi = {
  change: endpoint({
    method: 'PATCH',
    path: '/onboarding/hints',
    summary: 'Turn hints on or off, or show all of them again (no names in `seen`); send only what changes',
    access: 'user',
    body: z.object({ isOn: z.boolean(), seen: z.array(z.enum(hintNames)).max(hintNames.length) }).partial(),
    response: HintsResponse,
  }),
  take: endpoint({
    method: 'POST',
    path: '/onboarding/hints/:hint/take',
    summary: 'Take the right to show a hint: of several pages and devices, only one gets it',
    access: 'user',
    params: z.object({ hint: z.enum(hintNames) }),
    response: HintsResponse.extend({ isGranted: z.boolean() }),
  }),
};
