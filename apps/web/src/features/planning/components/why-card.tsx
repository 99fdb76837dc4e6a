import type { Block } from '@dayloom/contracts';
import { getMessage } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { useExplanation } from '../api.ts';
import { formatMoment } from '../model/plan-items.ts';
import { type NewPlace, WhyNot } from './why-not.tsx';
import './why-card.css';

interface WhyCardProps {
  block: Block;
  /** Null for a fixed block: no other times are searched. */
  onPlace: ((place: NewPlace, doOthersMove: boolean) => void) | null;
}

/** The places that were tried in order of time, and why each was rejected. */
export function WhyCard({ block, onPlace }: WhyCardProps) {
  const { data, error, isPending, refetch } = useExplanation(block._id, block.version);
  const places = data?.explanation.places ?? [];
  return (
    <section aria-labelledby="why-here" className="why-card">
      <div className="why-card-head">
        <h3 id="why-here" className="why-card-title text-h3">
          Why here?
        </h3>
        {data && data.explanation.placesTried > 1 && (
          <span className="why-card-count n text-caption">{data.explanation.placesTried} places tried</span>
        )}
      </div>
      {isPending ? (
        <RowsSkeleton rows={3} label="Loading the times that were tried" />
      ) : error ? (
        <div role="alert" className="why-card-failure text-small">
          {getMessage(error, 'The reason could not be loaded.')}{' '}
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      ) : (
        <>
          <div className="why-card-summary text-small">{data.explanation.summary}</div>
          <ol className="why-card-places">
            {places.map((place) => (
              <li
                key={`${place.startsAt} ${place.endsAt} ${place.headline}`}
                className="why-card-place"
                data-chosen={place.isChosen || undefined}
              >
                <time dateTime={place.startsAt} className="why-card-time n">
                  {formatMoment(place.startsAt)}
                </time>
                <div className="why-card-text">
                  <div className="why-card-headline text-small">{place.headline}</div>
                  {place.detail && <div className="why-card-detail text-caption">{place.detail}</div>}
                </div>
              </li>
            ))}
          </ol>
        </>
      )}
      {onPlace && <WhyNot block={block} onPlace={onPlace} />}
    </section>
  );
}
