import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSession, useSessionState } from '#features/account/hooks/session.tsx';
import {
  isAccountClosed,
  isSessionRefused,
  useProfile,
  useTimeZoneFollowsBrowser,
} from '#features/account/hooks/use-profile.ts';
import { parseUser, toUserKey } from '#features/account/model/auth-session.ts';
import { isSigningOut, signOut } from '#features/account/model/session.ts';
import { stopImport } from '#features/calendar-accounts/model/import-run.ts';
import { closeNewRequest } from '#features/meetings/hooks/use-new-request.ts';
import { findIntent, storeIntent, toReturnIntent } from '#features/redirects/model/intent.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { pageShown } from '#lib/page-shown.ts';
import { useMediaQuery } from '#lib/use-media-query.ts';
import { useLocation, useNavigate } from '#lib/use-router.tsx';
import { browserTimeZone, ViewerProvider } from '#lib/viewer.ts';
import { getQueue } from '#lib/waiting-changes.ts';
import { CommandRegistryProvider, createCommandRegistry } from '#ui/commands.ts';
import { focusMain } from '#ui/focus-main.ts';
import { LoadingBar } from '#ui/loading-bar.tsx';
import { PageBarProvider } from '#ui/page-bar.tsx';
import { forgetPendingMails } from '#ui/pending-mails.ts';
import { Snackbar } from '#ui/snackbar.tsx';
import { layoutBreakpoints } from '#ui/tokens.ts';
import { useLiveData } from '../live-data.ts';
import { useOffline } from '../offline/use-offline.ts';
import { usePageHandle } from '../page-handle.ts';
import { PrefetchNextPage } from '../prefetch.tsx';
import { RouteLoading } from '../routes/root.tsx';
import { SignOutProvider } from '../sign-out.ts';
import { ChatButton } from './chat-button.tsx';
import { CurrentPage } from './current-page.tsx';
import { ShellCommands } from './shell-commands.tsx';
import { ShellNotices } from './shell-notices.tsx';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import './authenticated-layout.css';

const loadAfterFirstScreen = async () => (await import('./after-first-screen.tsx')).afterFirstScreen;
const MenuDrawer = lazy(async () => ({ default: (await loadAfterFirstScreen()).MenuDrawer }));
const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }));
const ClosedAccount = lazy(async () => ({
  default: (await import('#features/data/components/closed-account.tsx')).ClosedAccount,
}));
const RedirectNotStored = lazy(async () => ({
  default: (await import('../routes/redirect.tsx')).RedirectNotStored,
}));
const ShellExtras = lazy(async () => {
  await pageShown;
  return { default: (await loadAfterFirstScreen()).ShellExtras };
});
const pagesToPrefetch = {
  '/tasks': () => import('../routes/tasks.tsx'),
  '/calendar-flow': () => import('../routes/calendar-flow.tsx'),
};

/**
 * The frame of the signed-in app. Without a session it stores the requested address and goes to the login
 * page.
 */
export function AuthenticatedLayout({ children }: { children: ReactNode }) {
  const session = useSession();
  const { user: stored, isLoading, isSignedIn } = useSessionState();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const profile = useProfile(isSignedIn);
  const isSignedOut = !isLoading && !isSignedIn;
  const isRefused = isSessionRefused(profile.error);
  const user = isSignedIn && stored ? toUserKey(stored) : null;

  useEffect(() => {
    if (!isRefused || isSigningOut()) return;
    void getQueue(queryClient).forget({ keepsChanges: true });
    queryClient.clear();
    session.removeUser();
    void navigate('/login', { replace: true });
  }, [isRefused, queryClient, session, navigate]);

  useEffect(() => {
    if (!isSignedOut && !isRefused) return;
    stopImport();
    forgetPendingMails();
    closeNewRequest();
  }, [isSignedOut, isRefused]);

  // Signing out in one tab signs out the others too: no private data stays on screen.
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (!key?.startsWith('oidc.user:')) return;
      const there = parseUser(newValue);
      if (!there) session.removeUser();
      // Somebody else has signed in there: this page must not show the data of the one before.
      else if (user && toUserKey(there) !== user) window.location.reload();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [session, user]);

  useTimeZoneFollowsBrowser(profile.data);
  useLiveData(isSignedIn);
  useOffline(user);

  const leave = async () => {
    queryClient.cancelQueries().catch(() => {});
    await getQueue(queryClient)
      .forget()
      .catch((error: unknown) => console.error('What this browser keeps could not be removed', error));
    await signOut(session);
  };

  const viewer = useMemo(
    () => ({
      user: user ?? '',
      profile: profile.data ?? null,
      isLoading: profile.isPending,
      timeZone: browserTimeZone(),
    }),
    [user, profile.data, profile.isPending],
  );

  if (isSignedOut && !isSigningOut())
    return <SignedOut key={pathname + search} pathname={pathname} search={search} />;
  if (!isSignedIn || isRefused) return <RouteLoading />;
  if (isAccountClosed(profile.error))
    return (
      <Suspense fallback={<RouteLoading />}>
        <ClosedAccount onKept={() => void queryClient.resetQueries()} onSignOut={() => void leave()} />
      </Suspense>
    );
  return (
    <ViewerProvider value={viewer}>
      <AppShell
        profileFailed={profile.isError}
        onRetryProfile={() => void profile.refetch()}
        onSignOut={leave}
      >
        {children}
      </AppShell>
    </ViewerProvider>
  );
}

/** Stores the requested address and goes to the login page. */
function SignedOut({ pathname, search }: { pathname: string; search: string }) {
  const navigate = useNavigate();
  const [isStored] = useState(() => {
    const now = Date.now();
    // The dashboard is the fallback target: it must not replace a stored redirect intent.
    const isWaiting = pathname === '/dashboard' && findIntent(now) !== null;
    return isWaiting || storeIntent(toReturnIntent(pathname, search, now));
  });
  useEffect(() => {
    if (isStored) void navigate('/login', { replace: true });
  }, [isStored, navigate]);
  if (isStored) return <RouteLoading />;
  return (
    <Suspense fallback={<RouteLoading />}>
      <RedirectNotStored />
    </Suspense>
  );
}

interface AppShellProps {
  children: ReactNode;
  profileFailed: boolean;
  onRetryProfile: () => void;
  onSignOut: () => Promise<void>;
}

function AppShell({ children, profileFailed, onRetryProfile, onSignOut }: AppShellProps) {
  const { productName, sandbox } = useClientConfig();
  const { pathname } = useLocation();
  const isDesktop = useMediaQuery(`(min-width: ${layoutBreakpoints.desktop}px)`);
  const [registry] = useState(createCommandRegistry);
  const [pagePlace, setPagePlace] = useState<HTMLElement | null>(null);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isShown, setIsShown] = useState(false);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const [isSignOutOpen, setIsSignOutOpen] = useState(false);
  const handle = usePageHandle();
  const title = handle?.title === 'Chat' ? `${productName} Chat` : (handle?.title ?? productName);

  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
  useEffect(() => void pageShown.then(() => setIsShown(true)), []);
  useFocusInNextPage(pathname);
  const askToSignOut = useCallback(() => {
    setIsMenuOpen(false);
    setIsSignOutOpen(true);
  }, []);

  return (
    <CommandRegistryProvider value={registry}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="authenticated-layout">
        {isDesktop ? (
          <aside className="authenticated-layout-side" aria-label="Sidebar">
            <Sidebar onSignOut={askToSignOut} />
          </aside>
        ) : (
          (isMenuOpen || isShown) && (
            <Suspense fallback={isMenuOpen && <LoadingBar />}>
              <MenuDrawer isOpen={isMenuOpen} onClose={() => setIsMenuOpen(false)} onSignOut={askToSignOut} />
            </Suspense>
          )
        )}
        <div className="authenticated-layout-column">
          <TopBar
            title={title}
            isHeadingElsewhere={handle?.hasOwnHeading ?? false}
            onPlace={handle?.hasOwnBar ? setPagePlace : null}
            onExtras={handle?.hasBarExtras ? setPagePlace : null}
            hasMenuButton={!isDesktop}
            onMenu={() => setIsMenuOpen(true)}
            onSearch={() => setIsPaletteOpen(true)}
          />
          <Suspense>
            <ShellExtras />
          </Suspense>
          <ShellNotices sandbox={sandbox} profileFailed={profileFailed} onRetryProfile={onRetryProfile} />
          <main id="main" tabIndex={-1} className="authenticated-layout-main">
            <SignOutProvider value={askToSignOut}>
              <PageBarProvider value={pagePlace}>
                <CurrentPage>{children}</CurrentPage>
              </PageBarProvider>
            </SignOutProvider>
          </main>
        </div>
      </div>
      {!/^\/settings(\/|$)/.test(pathname) && (
        <aside aria-label="Assistant">
          <ChatButton key={pathname} />
        </aside>
      )}
      <Suspense fallback={isPaletteOpen && <LoadingBar />}>
        <ShellCommands isPaletteOpen={isPaletteOpen} onPalette={setIsPaletteOpen} onSignOut={askToSignOut} />
        <Snackbar />
      </Suspense>
      {isSignOutOpen && (
        <Suspense fallback={<LoadingBar />}>
          <SignOutDialog onClose={() => setIsSignOutOpen(false)} onConfirm={onSignOut} />
        </Suspense>
      )}
      <PrefetchNextPage pages={pagesToPrefetch} />
    </CommandRegistryProvider>
  );
}

/**
 * The link that was followed often goes away with its page. The focus moves to the new page, unless that has set it
 * itself.
 */
function useFocusInNextPage(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (document.activeElement === document.body) focusMain();
  }, [pathname]);
}
