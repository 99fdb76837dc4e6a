import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import type { To } from '#lib/router.ts';
import { PageLink, type PageLinkProps } from './page-link.tsx';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'color'> {
  /** Outlined by default. `text` is for the less important one of two. */
  variant?: 'outlined' | 'contained' | 'text' | undefined;
  color?: 'inherit' | 'primary' | 'error' | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
  fullWidth?: boolean | undefined;
  startIcon?: ReactNode;
  endIcon?: ReactNode;
  /** Makes it a link within the app, with the state of the history entry. */
  to?: To;
  state?: unknown;
  /** Makes it a link out of the app. */
  href?: string;
  target?: '_blank';
  rel?: string;
}

export function Button(props: ButtonProps) {
  const { variant, color, size, fullWidth, startIcon, endIcon, className, children, ...rest } = props;
  const all = {
    ...rest,
    className: clsx(
      'button',
      variant === 'contained' && 'button-contained',
      variant === 'text' && 'button-text',
      color === 'error' && 'button-danger',
      size && size !== 'medium' && `button-${size}`,
      fullWidth && 'button-wide',
      className,
    ),
  };
  const content = (
    <>
      {startIcon && <span className="button-start">{startIcon}</span>}
      {children}
      {endIcon && <span className="button-end">{endIcon}</span>}
    </>
  );
  if (rest.to !== undefined) return <PageLink {...(all as unknown as PageLinkProps)}>{content}</PageLink>;
  if (rest.href !== undefined) return <a {...(all as ComponentProps<'a'>)}>{content}</a>;
  return (
    <button type="button" {...all}>
      {content}
    </button>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  size?: 'small' | 'medium';
  /** Moves it out, so that its icon is in line with the content's edge. */
  edge?: 'end';
}

export function IconButton({ size, edge, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={clsx(
        'button-icon',
        size === 'small' && 'button-icon-small',
        edge && 'button-icon-at-end',
        className,
      )}
    />
  );
}
