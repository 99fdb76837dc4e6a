import type { ReactNode } from 'react';
import './figures-table.css';

interface FiguresTableProps {
  caption: string;
  /** Only for screen readers. */
  isHidden: boolean;
  children: ReactNode;
}

/** The figures of a chart as a table. Where it is too wide, it scrolls, by keys too. */
export function FiguresTable({ caption, isHidden, children }: FiguresTableProps) {
  const table = (
    <table className="text-small n">
      <caption className="figures-table-caption">{caption}</caption>
      {children}
    </table>
  );
  if (isHidden) return <div className="hidden">{table}</div>;
  return (
    <section className="figures-table" aria-label={caption}>
      <div
        className="figures-table-scroll"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
        tabIndex={0}
      >
        {table}
      </div>
    </section>
  );
}
