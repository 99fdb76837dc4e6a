import type { Platform } from '../../../platform/context.ts';
import type { EventOutlet } from '../ports.ts';

export type CalendarPlatform = Platform & { readonly outlet: EventOutlet };

export type { LocalChange, PendingNotice } from '../ports.ts';
