import type { Block } from '@dayloom/contracts';
import { type Alternative, describeAlternative, type Block as PlannerBlock } from '@dayloom/planner';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { type FormEvent, useId, useState } from 'react';
import { Field } from '#ui/field.tsx';
import { RowsSkeleton } from '#ui/skeletons.tsx';
import { usePlanningData, usePreview, useWording } from '../hooks/use-previews.ts';
import { momentInWords } from '../model/plan-items.ts';
import { movedInWords, type PlannerWording, priceInWords, whenInWords } from '../model/planner-words.ts';
import { type PlanningData, type Price, toWorkId } from '../worker/questions.ts';

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
    <Box sx={{ borderTop: 1, borderColor: 'divider', mt: 1, pt: '6px' }}>
      <Button
        size="small"
        variant="text"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setIsOpen(!isOpen)}
        sx={{ ml: -1 }}
      >
        Why not another time?
      </Button>
      <div id={panelId}>{isOpen && <OtherTimes {...props} />}</div>
    </Box>
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
        <Box component="ul" aria-label="Next best times" sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
        </Box>
      ) : (
        <Quiet>There is no other free time for it.</Quiet>
      )}
      <OtherTimeForm block={block} onAsk={setWanted} />
      {wanted && (
        <PriceOf
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

const Row = styled('button')(({ theme }) => ({
  display: 'flex',
  gap: 10,
  width: 'calc(100% + 12px)',
  minHeight: 32,
  padding: '7px 6px',
  margin: '0 -6px',
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  cursor: 'pointer',
  '&:hover, &[aria-pressed="true"]': { background: (theme.vars ?? theme).palette.background.raised },
  '@media (pointer: coarse)': { minHeight: 44 },
}));

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
    formatTime: (instant: string) => whenInWords(instant, plannerWording.now),
  };
  return (
    <Row type="button" aria-pressed={isChosen} onClick={onChoose}>
      <Box
        component="time"
        dateTime={alternative.start}
        className="n"
        sx={{ flex: 'none', width: 70, fontSize: '0.75rem' }}
      >
        {momentInWords(alternative.start)}
      </Box>
      <Box
        component="span"
        sx={{ minWidth: 0, overflowWrap: 'anywhere', typography: 'body2', fontWeight: 400 }}
      >
        {describeAlternative(alternative, { block }, wording)}
      </Box>
    </Row>
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
    <Box
      component="form"
      aria-label="Another time"
      onSubmit={ask}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'flex-end', mt: 1 }}
    >
      <Box sx={{ flex: '1 1 128px', minWidth: 0 }}>
        <Field
          label="Day"
          type="date"
          required
          value={fields.date}
          onChange={(event) => setFields({ ...fields, date: event.target.value })}
        />
      </Box>
      <Box sx={{ flex: '1 1 96px', minWidth: 0 }}>
        <Field
          label="Time"
          type="time"
          required
          value={fields.time}
          onChange={(event) => setFields({ ...fields, time: event.target.value })}
        />
      </Box>
      <Button type="submit" size="small" sx={{ mb: '4px' }}>
        Why not then?
      </Button>
    </Box>
  );
}

interface PriceOfProps {
  start: string;
  block: PlannerBlock;
  plannerWording: PlannerWording;
  onPlace: WhyNotProps['onPlace'];
  onLeave: () => void;
}

function PriceOf({ start, block, plannerWording, onPlace, onLeave }: PriceOfProps) {
  const { result: price, error, isOld } = usePreview({ kind: 'price' as const, block, start });
  const isThere = price !== undefined && !isOld;
  return (
    <Box
      component="output"
      aria-label={`What ${whenInWords(start, plannerWording.now)} would cost`}
      aria-busy={!isThere && !error}
      sx={{ display: 'block', mt: 1.5, p: 1.5, border: 1, borderColor: 'divider', borderRadius: '8px' }}
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
    </Box>
  );
}

function PriceWords({
  price,
  plannerWording,
  onPlace,
  onLeave,
}: { price: Price } & Pick<PriceOfProps, 'plannerWording' | 'onPlace' | 'onLeave'>) {
  const { place, moved, worse } = price;
  return (
    <>
      <Box className="n" sx={{ typography: 'subtitle2' }}>
        {whenInWords(place.start, plannerWording.now)}
      </Box>
      <Box component="ul" sx={{ m: '4px 0 0', pl: 2.25, typography: 'body2' }}>
        {priceInWords(price, plannerWording).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </Box>
      {moved.length > 0 && (
        <Box
          component="ul"
          aria-label="What moves"
          className="n"
          sx={{ m: '6px 0 0', pl: 2.25, typography: 'caption', fontWeight: 400, color: 'text.secondary' }}
        >
          {moved.map((one) => (
            <li key={`${one.task} ${one.from?.start} ${one.to?.start}`}>
              {movedInWords(one, plannerWording)}
            </li>
          ))}
        </Box>
      )}
      <Box sx={{ display: 'flex', gap: 1, mt: 1.25 }}>
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
      </Box>
    </>
  );
}

function Quiet({ children }: { children: string }) {
  return <Box sx={{ typography: 'body2', color: 'text.secondary', my: 0.5 }}>{children}</Box>;
}
