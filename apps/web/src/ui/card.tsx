import { clsx } from 'clsx';
import type { ComponentProps, HTMLAttributes, ReactNode } from 'react';
import './card.css';

/** A surface with a hairline border. Hairlines separate its rows (`CardRow`). */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={clsx('card', className)} />;
}

interface CardHeaderProps {
  title: ReactNode;
  /** A secondary line. */
  subtitle?: ReactNode;
  /** Shown small after the title. */
  count?: ReactNode;
  /** One unobtrusive action on the right. */
  action?: ReactNode;
  id?: string;
}

export function CardHeader({ title, subtitle, count, action, id }: CardHeaderProps) {
  return (
    <div className="card-header">
      <div className="card-heading">
        <div className="card-title">
          <h2 id={id} className="text-h2">
            {title}
          </h2>
          {count !== undefined && <span className="card-count text-caption n">{count}</span>}
        </div>
        {subtitle && <div className="card-subtitle">{subtitle}</div>}
      </div>
      {action}
    </div>
  );
}

interface CardRowProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'li' | 'output';
}

export function CardRow({ as: Element = 'div', className, ...rest }: CardRowProps) {
  return <Element {...rest} className={clsx('card-row', className)} />;
}

export function CardBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={clsx('card-body', className)} />;
}
