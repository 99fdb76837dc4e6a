import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { closeNewRequest, openNewRequest, useNewRequest } from '#features/meetings/hooks/use-new-request.ts';
import type { RequestForm } from '#features/meetings/model/request-form.ts';
import { readSharedTask, type SharedTask, withoutSharedTask } from '#features/tasks/model/shared-task.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { requestPath } from '#lib/page-request.ts';
import { chooseTheme, readTheme } from '#lib/theme.ts';
import { useNavigate, useSearchParams } from '#lib/use-router.tsx';
import { type Command, useAllCommands, useCommandKeys, useCommands } from '#ui/commands.ts';
import { LoadingBar } from '#ui/loading-bar.tsx';
import { bookingsEntry, focusEntry, listSidebarEntries, tasksEntry } from '../navigation.ts';
import { PaletteOpener } from './palette-opener.tsx';

const Palette = lazy(async () => ({ default: (await import('./command-palette.tsx')).CommandPalette }));
const QuickAddDialog = lazy(async () => ({
  default: (await import('#features/tasks/components/quick-add-dialog.tsx')).QuickAddDialog,
}));
const NewRequestSheet = lazy(async () => ({
  default: (await import('#features/meetings/components/meetings.tsx')).NewRequestSheet,
}));
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }));

interface ShellCommandsProps {
  isPaletteOpen: boolean;
  onPalette: (isOpen: boolean) => void;
  onSignOut: () => void;
}

/** The shell's own commands: navigation, search and the list of shortcuts. */
export function ShellCommands({ isPaletteOpen, onPalette, onSignOut }: ShellCommandsProps) {
  const navigate = useNavigate();
  const { productName } = useClientConfig();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  /** The text with which quick add opens; null while it is closed. */
  const [quickAdd, setQuickAdd] = useState<string | null>(null);
  const [shared, takeShared] = useSharedTask();
  const isAsking = useNewRequest();
  /** The last meeting request that was closed without sending, or withdrawn. */
  const [unsent, setUnsent] = useState<RequestForm | null>(null);
  const own = useMemo((): Command[] => {
    const { main, settings } = listSidebarEntries(productName);
    const places = [...main.slice(0, 1), tasksEntry, bookingsEntry, ...main.slice(1), settings];
    const settingsTabs = [
      ['profile', 'Profile', 'name bio photo link referral'],
      ['accounts', 'Accounts', 'calendars import ics google outlook'],
      ['billing', 'Billing', 'subscription premium plan'],
      ['preferences', 'Preferences', 'notifications email push'],
      ['booking', 'Booking', 'event types public page link'],
    ] as const;
    const action = (id: string, label: string, keywords: string, run: () => void): Command => ({
      id,
      label,
      group: 'Actions',
      keywords,
      run,
    });
    // A page with a quick-add line of its own needs no dialog.
    const openQuickAdd = () => {
      const line = document.querySelector<HTMLElement>('main [data-quick-add]');
      if (!line) return setQuickAdd('');
      line.focus();
      line.scrollIntoView?.({ block: 'nearest' });
    };
    return [
      { ...action('new-task', 'New task', 'add create quick todo', openQuickAdd), keys: 'q' },
      action(
        'new-event',
        'New event',
        'add create meeting appointment',
        () => void navigate('/calendar-flow', requestPath('new-event')),
      ),
      action('new-meeting-request', 'New meeting request', 'ask poll people invite times', openNewRequest),
      action(
        'plan-week',
        'Plan my week',
        'schedule replan propose',
        () => void navigate('/calendar-flow', requestPath('plan-week')),
      ),
      action(
        'import-calendar',
        'Import calendar',
        'ics file upload',
        () => void navigate('/settings?tab=accounts'),
      ),
      action('theme', 'Switch between the dark and the light theme', 'appearance colours mode', () =>
        chooseTheme(readTheme() === 'dark' ? 'light' : 'dark'),
      ),
      action('sign-out', 'Sign out', 'log out leave', onSignOut),
      ...places.map(({ path, label, keys }) => ({
        id: `go ${path}`,
        label: `Go to ${label}`,
        group: 'Go to',
        keys,
        run: () => void navigate(path),
      })),
      ...settingsTabs.map(([tab, label, keywords]) => ({
        id: `settings ${tab}`,
        label: `Settings: ${label}`,
        group: 'Go to',
        keywords,
        run: () => void navigate(`/settings?tab=${tab}`),
      })),
      {
        id: 'focus',
        label: 'Open the focus timer',
        group: 'Go to',
        keys: focusEntry.keys,
        keywords: 'pomodoro',
        run: () => window.location.assign(focusEntry.path),
      },
      {
        id: 'palette',
        label: 'Search',
        group: 'General',
        keys: 'mod+k',
        isHidden: true,
        run: () => onPalette(true),
      },
      {
        id: 'shortcuts',
        label: 'Show keyboard shortcuts',
        group: 'General',
        keys: '?',
        keywords: 'help keys',
        run: () => setIsSheetOpen(true),
      },
    ];
  }, [navigate, productName, onPalette, onSignOut]);
  useCommands(own);
  const all = useAllCommands();
  useCommandKeys(all);
  return (
    <Suspense fallback={<LoadingBar />}>
      {isPaletteOpen && (
        <PaletteOpener
          palette={Palette}
          commands={all}
          onClose={() => onPalette(false)}
          onQuickAdd={setQuickAdd}
          onAsk={(text) => void navigate('/chat', requestPath('ask', text))}
        />
      )}
      {quickAdd !== null && <QuickAddDialog initialText={quickAdd} onClose={() => setQuickAdd(null)} />}
      {shared && (
        <QuickAddDialog
          initialText={shared.line}
          notes={shared.notes}
          isShortened={shared.isShortened}
          onClose={takeShared}
        />
      )}
      {isAsking && (
        <NewRequestSheet
          draft={unsent}
          onLeave={(form) => {
            setUnsent(form);
            closeNewRequest();
          }}
          onSent={() => {
            setUnsent(null);
            closeNewRequest();
          }}
          onReverted={(form) => setUnsent((draft) => (draft === form ? null : form))}
        />
      )}
      {isSheetOpen && <ShortcutSheet commands={all} onClose={() => setIsSheetOpen(false)} />}
    </Suspense>
  );
}

/** The task that the address asks to add: another app has shared it, or a shortcut of the installed app opened it. */
function useSharedTask() {
  const [query, setQuery] = useSearchParams();
  const [shared, setShared] = useState<SharedTask | null>(null);
  const asked = readSharedTask(query);
  const isAsked = asked !== null;
  if (asked && !shared) setShared(asked);
  useEffect(() => {
    if (isAsked) setQuery(withoutSharedTask, { replace: true });
  }, [isAsked, setQuery]);
  return [shared, () => setShared(null)] as const;
}
