import {
  CalendarCheck,
  CalendarDays,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  MessageCircle,
  SlidersHorizontal,
  Timer,
} from 'lucide-react';

interface NavigationEntry {
  path: string;
  label: string;
  icon: LucideIcon;
  keys: string;
}

/**
 * The entries of the sidebar, in the order of the specification. Contacts comes between chat and settings.
 */
export function listSidebarEntries(productName: string): {
  main: NavigationEntry[];
  settings: NavigationEntry;
} {
  return {
    main: [
      { path: '/dashboard', label: 'Dashboard', icon: LayoutDashboard, keys: 'g d' },
      { path: '/calendar-flow', label: 'Calendar', icon: CalendarDays, keys: 'g c' },
      { path: '/chat', label: `${productName} Chat`, icon: MessageCircle, keys: 'g h' },
    ],
    settings: { path: '/settings', label: 'Settings', icon: SlidersHorizontal, keys: 'g s' },
  };
}

export const tasksEntry: NavigationEntry = { path: '/tasks', label: 'Tasks', icon: ListChecks, keys: 'g t' };
export const bookingsEntry: NavigationEntry = {
  path: '/bookings',
  label: 'Bookings',
  icon: CalendarCheck,
  keys: 'g b',
};
export const focusEntry: NavigationEntry = {
  path: '/pomodoro',
  label: 'Focus timer',
  icon: Timer,
  keys: 'g f',
};
