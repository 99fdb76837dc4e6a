import type { Block } from '@dayloom/contracts';
import { type Alternative, describeAlternative, type Block as PlannerBlock } from '@dayloom/planner';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/date-field.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { TimeField } from '#ui/time-field.tsx';
import { usePlanningData, usePreview, useWording } from '../hooks/use-previews.ts';
import { formatMoment } from '../model/plan-items.ts';
import { describeMoved, describeWhen, formatPrice, type PlannerWording } from '../model/planner-words.ts';
import { type PlanningData, type Price, toWorkId } from '../worker/questions.ts';
import './why-not.css';

export interface NewPlace {
  startsAt: string;
  endsAt: string;
}

interface WhyNotProps {
  block: Block;
  /** Pins the block there; `doOthersMove`: the rest of the plan must be planned again. */
  onPlace: (place: NewPlace, doOthersMove: boolean) => void;
}

/** The planner's block, including its buffer. Undefined if it may not move. */
function findPlannerBlock(block: Block, { instance }: PlanningData): PlannerBlock | undefined {
  return instance.previous?.find(
    ({ task, start }) => task === toWorkId(block) && Date.parse(start) === Date.parse(block.startsAt),
  );
}

/** 'Why not …?': the next best times, or any other time, each with its cost and a 'Do it' button. */
export function WhyNot(props: WhyNotProps) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <div className="why-not">
      <Button
        size="small"
        variant="text"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        className="why-not-toggle"
      >
        Why not another time?
      </Button>
      <div id={panelId}>{isOpen && <OtherTimes {...props} />}</div>
    </div>
  );
}

function OtherTimes({ block, onPlace }: WhyNotProps) {
  const { data } = usePlanningData(true);
  const [wanted, setWanted] = useState<string | null>(null);
  const planned = data && findPlannerBlock(block, data);
  const { result: alternatives, error } = usePreview(
    planned ? { kind: 'alternatives' as const, block: planned } : null,
  );
  const plannerWording = useWording(data);
  if (error) return <Quiet>The planner did not respond. Try again in a moment.</Quiet>;
  if (!data || (planned && alternatives === undefined))
    return <RowsSkeleton rows={2} label="Looking for other times" />;
  if (!planned || !alternatives)
    return <Quiet>Things have changed since this was planned. Plan again to see where it fits now.</Quiet>;
  return (
    <>
      {alternatives.length > 0 ? (
        <ul aria-label="Next best times" className="why-not-choices">
          {alternatives.map((alternative) => (
            <li key={alternative.start}>
              <AlternativeRow
                alternative={alternative}
                block={planned}
                plannerWording={plannerWording}
                isChosen={wanted === alternative.start}
                onChoose={() => setWanted(alternative.start)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <Quiet>There is no other free time for it.</Quiet>
      )}
      <OtherTimeForm block={block} onAsk={setWanted} />
      {wanted && (
        <PriceAt
          key={wanted}
          start={wanted}
          block={planned}
          plannerWording={plannerWording}
          onPlace={onPlace}
          onLeave={() => setWanted(null)}
        />
      )}
    </>
  );
}

interface AlternativeRowProps {
  alternative: Alternative;
  block: PlannerBlock;
  plannerWording: PlannerWording;
  isChosen: boolean;
  onChoose: () => void;
}

function AlternativeRow({ alternative, block, plannerWording, isChosen, onChoose }: AlternativeRowProps) {
  const wording = {
    getName: plannerWording.getTitle,
    formatTime: (instant: string) => describeWhen(instant, plannerWording.now),
  };
  return (
    <button className="why-not-choice" type="button" aria-pressed={isChosen} onClick={onChoose}>
      <time dateTime={alternative.start} className="why-not-time n">
        {formatMoment(alternative.start)}
      </time>
      <span className="why-not-text text-small">{describeAlternative(alternative, { block }, wording)}</span>
    </button>
  );
}

/** The form fields of a local time: `2026-11-18` and `09:30`. */
function toDateFields(instant: string): { date: string; time: string } {
  const date = new Date(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    date: `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
    time: `${two(date.getHours())}:${two(date.getMinutes())}`,
  };
}

function OtherTimeForm({ block, onAsk }: { block: Block; onAsk: (start: string) => void }) {
  const [fields, setFields] = useState(() => toDateFields(block.startsAt));
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const start = new Date(`${fields.date}T${fields.time}`);
    if (!Number.isNaN(start.getTime())) onAsk(start.toISOString());
  };
  return (
    <form aria-label="Another time" onSubmit={ask} className="why-not-form">
      <div className="why-not-day">
        <DateField
          label="Day"
          required
          value={fields.date}
          onChange={(date) => setFields({ ...fields, date })}
        />
      </div>
      <div className="why-not-hour">
        <TimeField
          label="Time"
          required
          value={fields.time}
          onChange={(time) => setFields({ ...fields, time })}
        />
      </div>
      <Button type="submit" size="small" className="why-not-ask">
        Why not then?
      </Button>
    </form>
  );
}

interface PriceAtProps {
  start: string;
  block: PlannerBlock;
  plannerWording: PlannerWording;
  onPlace: WhyNotProps['onPlace'];
  onLeave: () => void;
}

function PriceAt({ start, block, plannerWording, onPlace, onLeave }: PriceAtProps) {
  const { result: price, error, isOld } = usePreview({ kind: 'price' as const, block, start });
  const isThere = price !== undefined && !isOld;
  return (
    <output
      aria-label={`What ${describeWhen(start, plannerWording.now)} would cost`}
      aria-busy={!isThere && !error}
      className="why-not-price"
    >
      {error ? (
        <Quiet>The planner did not respond. Try again in a moment.</Quiet>
      ) : !isThere ? (
        <RowsSkeleton rows={2} label="Planning with that choice" />
      ) : price === null ? (
        <Quiet>That is outside the planned days, or something is pinned there.</Quiet>
      ) : (
        <PriceWords price={price} plannerWording={plannerWording} onPlace={onPlace} onLeave={onLeave} />
      )}
    </output>
  );
}

function PriceWords({
  price,
  plannerWording,
  onPlace,
  onLeave,
}: { price: Price } & Pick<PriceAtProps, 'plannerWording' | 'onPlace' | 'onLeave'>) {
  const { place, moved, worse } = price;
  return (
    <>
      <div className="n text-label">{describeWhen(place.start, plannerWording.now)}</div>
      <ul className="why-not-points text-small">
        {formatPrice(price, plannerWording).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      {moved.length > 0 && (
        <ul aria-label="What moves" className="why-not-moved n text-caption">
          {moved.map((one) => (
            <li key={`${one.task} ${one.from?.start} ${one.to?.start}`}>
              {describeMoved(one, plannerWording)}
            </li>
          ))}
        </ul>
      )}
      <div className="why-not-actions">
        <Button
          size="small"
          variant="contained"
          color="primary"
          onClick={() =>
            onPlace(
              { startsAt: new Date(place.start).toISOString(), endsAt: new Date(place.end).toISOString() },
              moved.length + worse.length > 0,
            )
          }
        >
          Do it
        </Button>
        <Button size="small" variant="text" onClick={onLeave}>
          Leave it
        </Button>
      </div>
    </>
  );
}

function Quiet({ children }: { children: string }) {
  return <div className="why-not-note text-small">{children}</div>;
}
