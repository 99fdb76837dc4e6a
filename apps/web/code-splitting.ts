import path from 'node:path';
import type { OutputOptions } from 'rolldown';

interface Graph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const inApp = (file: string) => path.join(import.meta.dirname, 'src', file);

const SIGN_IN = [inApp('app/routes/login.tsx'), inApp('app/routes/signup.tsx')];
/** Loaded with the first screen or right after it, on every page of a signed-in person. */
const SIGNED_IN = [
  inApp('app/layout/authenticated-layout.tsx'),
  inApp('lib/format-time.ts'),
  inApp('lib/calendar-links.ts'),
  path.join(import.meta.dirname, '../../packages/contracts/src/index.ts'),
];

/** What every page of a signed-in person loads after its first screen. */
const AFTER_FIRST_SCREEN = inApp('app/layout/after-first-screen.tsx');
/** What the dashboard loads after its first screen, by itself. */
const DASHBOARD_NEXT = [
  inApp('app/first-steps.tsx'),
  inApp('app/block-actions.tsx'),
  inApp('features/dashboard/components/charts.tsx'),
];

/** The part of the focus page that only signed-in people load. It shares the app's chunks. */
const SIGNED_IN_FOCUS = inApp('app/focus-account.ts');

/** The pages that share most. The dashboard is first: it loads only what it uses. */
const PAGES = ['dashboard', 'tasks', 'calendar-flow', 'settings', 'chat', 'bookings'];

/** The page with the most script: it loads nothing that only other pages use. */
const CALENDAR = 'calendar-flow';
/** Follows the calendar's page at once. */
const GRID = inApp('features/calendar/components/calendar-grid.tsx');

/** What a click in the calendar shows. */
const CALENDAR_PARTS = [inApp('app/calendar/item-card.tsx')];

/** Calls that only settings and signing in make. */
const RARE_CONTRACTS =
  /[\\/]packages[\\/]contracts[\\/]src[\\/](?:agents|api-tokens|data|phone|photo|reminders|security)\.ts$/;
/** Calls of hosts; the dashboard, the bookings and the settings make them. */
const BOOKING_CONTRACTS = /[\\/]packages[\\/]contracts[\\/]src[\\/]booking\.ts$/;

/** Calls that one page makes. */
const CONTRACTS_OF_PAGES = /[\\/]packages[\\/]contracts[\\/]src[\\/](?:chat|weekly-review)\.ts$/;

/** Calls that pages make after their first screen. */
const LATER_CONTRACTS = /[\\/]packages[\\/]contracts[\\/]src[\\/](?:focus|hints|notifications)\.ts$/;

/** Fields of forms, which booking pages have too. The calendar and the dashboard have none on their first screen. */
const FIELDS =
  /[\\/]src[\\/]ui[\\/](?:field|list-moves|option-list|search-select|select-field|switch|text-input)\.tsx?$/;

/** Words of recurrence rules, which only tasks have. */
const TASK_WORDS = /[\\/]packages[\\/]language[\\/]/;

/** The focus timer, which its public page and the app share. */
const FOCUS_TIMER = /[\\/]features[\\/]focus[\\/]model[\\/](?:kept-focus|timer)\.ts$/;

const CALENDAR_ACCOUNTS = /[\\/]features[\\/]calendar-accounts[\\/]/;

const TIME = /[\\/]packages[\\/]time[\\/]src[\\/]/;

const isFeatureModule = (id: string) => /[\\/]src[\\/](?:features|app)[\\/]/.test(id);

/** Most of it is for browsers without Temporal only, so the bundler divides it by who uses which part. */
const POLYFILL = /[\\/]node_modules[\\/]temporal-polyfill[\\/]/;

/**
 * Few files instead of many: each one is a request, and small files compress badly. Without groups, every
 * combination of pages that share a module has a chunk: more than a hundred files for the calendar.
 *
 * The public pages keep the chunks that the bundler makes for them, so that no group brings the app's code.
 */
export function createCodeSplitting(): NonNullable<OutputOptions['codeSplitting']> {
  let parts:
    | (Readonly<
        Record<
          | 'publicPages'
          | 'site'
          | 'booking'
          | 'app'
          | 'start'
          | 'signIn'
          | 'signedIn'
          | 'afterFirstScreen'
          | 'dashboardNext'
          | 'calendarParts',
          Set<string>
        >
      > & { readonly pages: readonly ReadonlySet<string>[] })
    | undefined;
  const getParts = (graph: Graph) => {
    parts ??= {
      publicPages: listReachable(graph, [inApp('entries/site.ts'), inApp('entries/booking.tsx')], {
        withLazyModules: true,
        except: SIGNED_IN_FOCUS,
      }),
      app: listReachable(graph, [inApp('entries/app.tsx')], { withLazyModules: true }),
      start: listReachable(graph, [inApp('entries/app.tsx')]),
      signIn: listReachable(graph, SIGN_IN),
      site: listReachable(graph, [inApp('entries/site.ts')]),
      booking: listReachable(graph, [inApp('entries/booking.tsx')]),
      signedIn: listReachable(graph, SIGNED_IN),
      afterFirstScreen: listReachable(graph, [AFTER_FIRST_SCREEN]),
      dashboardNext: listReachable(graph, DASHBOARD_NEXT),
      calendarParts: listReachable(graph, CALENDAR_PARTS),
      pages: PAGES.map((page) =>
        listReachable(graph, [inApp(`app/routes/${page}.tsx`), ...(page === CALENDAR ? [GRID] : [])]),
      ),
    };
    return parts;
  };
  /** The pages that load a module: what it imports is loaded by them too. */
  const listPages = (id: string, graph: Graph) =>
    PAGES.filter((_, index) => getParts(graph).pages[index]?.has(id));
  // The pages link base.css in their HTML; in a group, it would bring the scripts of the group.
  const isAppModule = (id: string, graph: Graph) =>
    !id.startsWith('\0') && id !== inApp('ui/base.css') && !getParts(graph).publicPages.has(id);
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        priority: 2,
        debugName: 'loaded at once',
        name(id, graph) {
          if (id === inApp('entries/app.tsx')) return null;
          if (/[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/.test(id)) return 'react';
          const { site, booking, app, start, signIn, signedIn, afterFirstScreen, calendarParts } =
            getParts(graph);
          if (TIME.test(id) && !site.has(id)) return 'react';
          if (id === AFTER_FIRST_SCREEN || TASK_WORDS.test(id)) return null;
          if (LATER_CONTRACTS.test(id)) return 'after-first-screen';
          if (FOCUS_TIMER.test(id)) return 'focus-timer';
          if (CONTRACTS_OF_PAGES.test(id) || BOOKING_CONTRACTS.test(id)) return null;
          if (isAppModule(id, graph)) {
            const [page] = listPages(id, graph);
            const isFirstSomewhere =
              start.has(id) || signIn.has(id) || signedIn.has(id) || page !== undefined;
            if (afterFirstScreen.has(id) && !isFirstSomewhere) return 'after-first-screen';
            // What one page needs before and another after its first screen is too little for a file.
            const isEverywhere =
              signedIn.has(id) || afterFirstScreen.has(id) || (!isFeatureModule(id) && page === 'dashboard');
            // A style sheet that comes with a click would have the page laid out again before the click is answered.
            const isPart = !isFeatureModule(id) && page !== undefined;
            const isOften = page === 'dashboard' || page === 'tasks' || isPart || calendarParts.has(id);
            if (id.endsWith('.css') && (start.has(id) || signIn.has(id) || isEverywhere || isOften))
              return 'styles';
            if (start.has(id)) return 'start';
            if (signIn.has(id) && (isEverywhere || page)) return 'start';
            if (signIn.has(id)) return SIGN_IN.includes(id) ? null : 'sign-in';
            if (RARE_CONTRACTS.test(id)) return 'rare-contracts';
            return isEverywhere ? 'signed-in' : null;
          }
          // What the app has in common with the public pages, which load no more than they use.
          if (!app.has(id)) return null;
          const isFirst = start.has(id) || signIn.has(id);
          if (site.has(id)) return isFirst && !id.endsWith('.css') ? 'every-page' : null;
          if (!booking.has(id)) return null;
          return FIELDS.test(id) ? 'fields' : 'react';
        },
      },
      {
        priority: 1,
        debugName: 'shared by pages',
        // By layer (parts import no features), and by the pages that load them, so that no chunk imports one that
        // imports it. Modules of such chunks run before what they need. The parts of several pages are one file, but
        // the calendar and the dialogs load only what they use.
        name(id, graph) {
          if (!isAppModule(id, graph) || POLYFILL.test(id)) return null;
          if (BOOKING_CONTRACTS.test(id)) return 'features-dashboard-bookings';
          const pages = listPages(id, graph);
          const isDashboardNext = getParts(graph).dashboardNext.has(id);
          if (getParts(graph).calendarParts.has(id) && pages.length === 0)
            return isDashboardNext ? `features-next-${CALENDAR}` : 'calendar-card';
          if (TASK_WORDS.test(id)) return pages.length > 0 ? ['features', ...pages].join('-') : null;
          if (!isFeatureModule(id)) {
            if (pages.includes(CALENDAR)) return 'parts-of-calendar';
            if (pages.length === 1 && pages[0] === 'settings' && !isDashboardNext) return 'parts-of-settings';
            return pages.length > 0 || isDashboardNext ? 'parts' : 'parts-of-dialogs';
          }
          if (isDashboardNext && pages.length === 0) return 'dashboard-next';
          // The dashboard needs little of what these pages share.
          if (isDashboardNext && !pages.includes('dashboard')) return ['features-next', ...pages].join('-');
          const [first = 'dialogs', ...others] = pages;
          // The first tab of the settings needs none of the other dialogs.
          if (first === 'dialogs' && CALENDAR_ACCOUNTS.test(id)) return 'features-calendar-accounts';
          return ['features', first, ...others].join('-');
        },
        minShareCount: 2,
      },
    ],
  };
}

/** The roots and everything that they import, but not `except`. */
function listReachable(
  graph: Graph,
  roots: readonly string[],
  { withLazyModules = false, except }: { withLazyModules?: boolean; except?: string } = {},
): Set<string> {
  const reached = new Set<string>();
  const visit = (id: string) => {
    if (reached.has(id) || id === except) return;
    reached.add(id);
    const module = graph.getModuleInfo(id);
    module?.importedIds.forEach(visit);
    if (withLazyModules) module?.dynamicallyImportedIds.forEach(visit);
  };
  roots.forEach(visit);
  return reached;
}
