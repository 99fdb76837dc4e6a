import { clsx } from 'clsx';
import './color-mark.css';

/** A calendar's colour, shown next to its name. */
export function ColorMark({ color, className }: { color: string; className?: string }) {
  return <span aria-hidden className={clsx('color-mark', className)} style={{ background: color }} />;
}
