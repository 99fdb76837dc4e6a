import type { ComponentProps, MouseEvent } from 'react';
import { normalizePath, resolveAddress, type To, toPath } from '#lib/router.ts';
import { useLocation, useNavigate } from '#lib/use-router.tsx';

export interface PageLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** The state of the entry in the history. */
  state?: unknown;
}

/** A link within the app. With a modifier key or another button it is the browser's, as any other. */
export function PageLink({ to, state, onClick, children, ...rest }: PageLinkProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const href = toPath(resolveAddress(to, location));
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isForBrowser =
      event.metaKey || event.altKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (event.defaultPrevented || isForBrowser || (rest.target && rest.target !== '_self')) return;
    event.preventDefault();
    // The link to the page that is open adds no entry, like in browsers.
    void navigate(href, { replace: href === toPath(location), state });
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** A link to a place of the app, which says whether that is open. */
export function PlaceLink({ to, ...rest }: Omit<PageLinkProps, 'to'> & { to: string }) {
  const here = normalizePath(useLocation().pathname);
  const isHere = here === to || here.startsWith(`${to}/`);
  return <PageLink {...rest} to={to} aria-current={isHere ? 'page' : undefined} />;
}
