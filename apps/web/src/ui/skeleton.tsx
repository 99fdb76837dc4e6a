import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import './skeleton.css';

interface SkeletonProps extends ComponentProps<'span'> {
  variant?: 'rounded' | 'circular';
  width?: number | string;
  height?: number | string;
  animation?: 'wave' | false;
}

/** A placeholder for something that is loading. */
export function Skeleton(props: SkeletonProps) {
  const { variant, width, height, animation = 'wave', className, style, ...rest } = props;
  return (
    <span
      {...rest}
      className={clsx(
        'skeleton',
        variant === 'circular' && 'skeleton-circular',
        animation && 'skeleton-wave',
        className,
      )}
      style={{ width, height, ...style }}
    />
  );
}
