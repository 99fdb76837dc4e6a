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
  inApp('app/layout/shell-commands.tsx'),
  inApp('ui/toast.tsx'),
  inApp('lib/format-time.ts'),
  path.join(import.meta.dirname, '../../packages/contracts/src/index.ts'),
];

/** Loaded with the page of tasks; elsewhere when a task is opened. Joined with others, every page would load it. */
const TASK_SHEET = [inApp('features/tasks/components/task-sheet.tsx')];
const WITHOUT_TASK_SHEET = [inApp('app/routes/dashboard.tsx'), inApp('app/routes/calendar-flow.tsx')];
const OF_TASKS = /[\\/]src[\\/]features[\\/]tasks[\\/]/;

const TIME = /[\\/]packages[\\/]time[\\/]src[\\/]/;

/** Most of it is for browsers without Temporal only, so the bundler divides it by who uses which part. */
const POLYFILL = /[\\/]node_modules[\\/]temporal-polyfill[\\/]/;

/** Two pages use these. Joined with others, every page would load them. */
const OF_TWO_PAGES =
  /[\\/]src[\\/](?:features[\\/]bookings[\\/]|ui[\\/](?:day-windows|week-hours|window-fields)\.)/;

/** Shared modules of together less than this (as source) join the chunk whose pages differ least from theirs. */
const SMALL_CHUNK_BYTES = 56_000;

/**
 * Few files instead of many: each one is a request, and small files compress badly. Without groups, every
 * combination of pages that share a module has a chunk: more than a hundred files for the calendar.
 *
 * The public pages keep the chunks that the bundler makes for them, so that no group brings the app's code.
 */
export function createCodeSplitting(): NonNullable<OutputOptions['codeSplitting']> {
  let parts:
    | Readonly<
        Record<
          'publicPages' | 'site' | 'booking' | 'app' | 'start' | 'signIn' | 'signedIn' | 'taskSheet',
          Set<string>
        >
      >
    | undefined;
  const getParts = (graph: Graph) => {
    parts ??= {
      publicPages: reach(graph, [inApp('entries/site.ts'), inApp('entries/booking.tsx')], {
        withLazyModules: true,
      }),
      app: reach(graph, [inApp('entries/app.tsx')], { withLazyModules: true }),
      start: reach(graph, [inApp('entries/app.tsx')]),
      signIn: reach(graph, SIGN_IN),
      site: reach(graph, [inApp('entries/site.ts')]),
      booking: reach(graph, [inApp('entries/booking.tsx')]),
      signedIn: reach(graph, SIGNED_IN),
      taskSheet: without(reach(graph, TASK_SHEET), reach(graph, WITHOUT_TASK_SHEET)),
    };
    return parts;
  };
  // The pages link base.css in their HTML; in a group, it would bring the scripts of the group.
  const isOfApp = (id: string, graph: Graph) =>
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
          const { site, booking, app, start, signIn, signedIn, taskSheet } = getParts(graph);
          if (TIME.test(id) && !site.has(id)) return 'time';
          if (isOfApp(id, graph)) {
            if (start.has(id)) return 'start';
            if (signIn.has(id)) return SIGN_IN.includes(id) ? null : 'sign-in';
            if (taskSheet.has(id) && OF_TASKS.test(id)) return 'task-sheet';
            return signedIn.has(id) ? 'signed-in' : null;
          }
          // Small things that the app has in common with the public pages, which load no more than they use.
          if (id.endsWith('.css') || !app.has(id)) return null;
          if (site.has(id)) return start.has(id) ? 'every-page' : null;
          if (!booking.has(id)) return null;
          return start.has(id) || signIn.has(id) ? 'every-react-page' : 'booking-and-app';
        },
      },
      {
        priority: 1,
        debugName: 'shared by pages',
        name: (id, graph) =>
          isOfApp(id, graph) && !POLYFILL.test(id) && !OF_TWO_PAGES.test(id) ? 'shared' : null,
        minShareCount: 2,
        entriesAware: true,
        entriesAwareMergeThreshold: SMALL_CHUNK_BYTES,
      },
    ],
  };
}

/** Groups of shared modules are named after all pages that use them, which is too long for a file. */
export function nameChunk({ name }: { readonly name: string }): string {
  return name.startsWith('shared~') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js';
}

/** The same for their style sheets. */
export function nameAsset(names: readonly string[]): string {
  const isShared = names.some((name) => name.startsWith('shared~'));
  return isShared ? 'assets/shared-[hash][extname]' : 'assets/[name]-[hash][extname]';
}

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>) =>
  new Set([...all].filter((id) => !others.has(id)));

/** The roots and everything that they import. */
function reach(
  graph: Graph,
  roots: readonly string[],
  { withLazyModules = false }: { withLazyModules?: boolean } = {},
): Set<string> {
  const reached = new Set<string>();
  const visit = (id: string) => {
    if (reached.has(id)) return;
    reached.add(id);
    const module = graph.getModuleInfo(id);
    module?.importedIds.forEach(visit);
    if (withLazyModules) module?.dynamicallyImportedIds.forEach(visit);
  };
  roots.forEach(visit);
  return reached;
}
