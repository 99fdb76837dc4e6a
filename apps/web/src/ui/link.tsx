import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import type { To } from '#lib/router.ts';
import { PageLink } from './page-link.tsx';
import './link.css';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** An address within the app. */
  to?: To;
  /** Any other address. */
  href?: string;
  /** `hover`: underlined under the pointer only. */
  underline?: 'hover';
}

export function Link({ to, underline, className, children, ...rest }: LinkProps) {
  const all = { ...rest, className: clsx('link', underline === 'hover' && 'link-quiet', className) };
  if (to === undefined) return <a {...all}>{children}</a>;
  return (
    <PageLink to={to} {...all}>
      {children}
    </PageLink>
  );
}
