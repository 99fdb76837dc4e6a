import { LinearProgress } from '#ui/progress.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import type { Tile } from '../model/figures.ts';
import './figure-tiles.css';

/** The four figures of the day; null while they are loading. */
export function FigureTiles({ tiles }: { tiles: readonly Tile[] | null }) {
  if (!tiles)
    return (
      <output className="figure-tiles" aria-label="Loading figures">
        {Array.from({ length: 4 }, (_, index) => (
          <span key={index} className="figure-tiles-tile">
            <Skeleton width={80} />
            <Skeleton width={64} height={28} />
            <Skeleton width={110} />
          </span>
        ))}
      </output>
    );
  return (
    <dl className="figure-tiles">
      {tiles.map((tile) => (
        <Tooltip key={tile.name} title={tile.formula ?? ''}>
          <div
            className="figure-tiles-tile"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard reaches the formula
            {...(tile.formula && { tabIndex: 0 })}
          >
            <dt className="text-caption figure-tiles-name">{tile.name}</dt>
            <dd className="figure-tiles-value n">{tile.value}</dd>
            <dd className="text-caption figure-tiles-meaning">
              {tile.share !== undefined && (
                <LinearProgress aria-label={`${tile.name}, ${tile.meaning}`} value={tile.share} />
              )}
              {tile.meaning}
            </dd>
          </div>
        </Tooltip>
      ))}
    </dl>
  );
}
