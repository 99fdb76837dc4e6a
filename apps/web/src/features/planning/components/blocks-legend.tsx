import { CircleHelp, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import './blocks-legend.css';

const looks: { look: string; name: string; inside?: ReactNode }[] = [
  { look: 'movable', name: 'Movable' },
  { look: 'last-chance', name: 'Last chance in time' },
  { look: 'pinned', name: 'Pinned by you', inside: <Lock size={9} strokeWidth={2.4} /> },
  { look: 'chunk', name: 'Chunk of a longer task', inside: '2/3' },
];

/** At the end of the rail. */
export function BlocksLegend() {
  return (
    <details className="blocks-legend">
      <summary className="blocks-legend-title text-caption">
        <CircleHelp size={14} aria-hidden />
        How blocks read
      </summary>
      <ul className="blocks-legend-looks">
        {looks.map(({ look, name, inside }) => (
          <li key={name} className="blocks-legend-look text-caption">
            <span aria-hidden data-look={look} className="blocks-legend-sample n">
              {inside}
            </span>
            {name}
          </li>
        ))}
      </ul>
    </details>
  );
}
