import { clsx } from 'clsx';
import './progress.css';

/** A spinner; the text next to it says what is under way. */
export function CircularProgress({ size, color }: { size: number; color?: 'inherit' }) {
  return (
    <span
      aria-hidden="true"
      className={clsx('progress-circle', color === 'inherit' && 'progress-circle-inherit')}
      style={{ width: size, height: size }}
    >
      <svg viewBox="22 22 44 44">
        <circle cx="44" cy="44" r="20.2" fill="none" strokeWidth="3.6" />
      </svg>
    </span>
  );
}

interface LinearProgressProps {
  'aria-label': string;
  className?: string;
  /** Per cent; without it, how much is done is not known. */
  value?: number | undefined;
}

export function LinearProgress({ value, className, ...rest }: LinearProgressProps) {
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- styles cannot move the parts of `progress`
      role="progressbar"
      {...rest}
      className={clsx('progress-bar', className)}
      {...(value !== undefined && {
        'aria-valuenow': Math.round(value),
        'aria-valuemin': 0,
        'aria-valuemax': 100,
      })}
    >
      <span style={value === undefined ? undefined : { transform: `translateX(${value - 100}%)` }} />
      {value === undefined && <span />}
    </span>
  );
}
