import Bell from '#features/notifications/components/bell.tsx';
import { startOffline } from '../offline/start.ts';
import { MenuDrawer } from './menu-drawer.tsx';
import ShellExtras from './shell-extras.tsx';

/**
 * What every page of a signed-in person loads by itself after its first screen, as one script. What only a click shows
 * does not belong here.
 */
export const afterFirstScreen = { Bell, MenuDrawer, ShellExtras, startOffline };
