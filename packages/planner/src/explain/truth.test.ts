import { MINUTE_MS } from '@dayloom/time';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomInstance } from '../../fixtures/random-instance.ts';
import { runs } from '../../fixtures/runs.ts';
import { formatInstant } from '../format/format.ts';
import { type Block, explain, type Instance, type Plan, plan, scorePlan } from '../index.ts';
import { TERM_NAMES } from '../model/task-terms.ts';

/** The cost of the plan by term with one block moved; null if the move is not allowed. */
function moved(instance: Instance, found: Plan, block: Block, startMs: number) {
  const length = Date.parse(block.end) - Date.parse(block.start);
  const elsewhere = { ...block, start: formatInstant(startMs), end: formatInstant(startMs + length) };
  const blocks = found.blocks.map((one) => (one === block ? elsewhere : one));
  const { violations, cost, terms } = scorePlan(instance, { ...found, blocks });
  return violations.length > 0 ? null : { cost, terms };
}

it('an explanation matches the score of the plan with that change, at every place', () => {
  fc.assert(
    fc.property(randomInstance(8), fc.nat(60), (instance, iterations) => {
      const { plan: found, cost, terms, atRisk } = plan(instance, { iterations });
      const step = instance.slotMinutes * MINUTE_MS;
      for (const block of found.blocks) {
        const { earlier, merits, alternatives } = explain(instance, found, block);
        const costAt = (start: string | number) => moved(instance, found, block, new Date(start).getTime());
        const free = alternatives.filter(({ displaced }) => displaced === null);
        const tried = earlier.flatMap(({ start, reason }) =>
          reason.kind === 'costs-more' || reason.kind === 'as-good' ? [{ start, effect: reason.effect }] : [],
        );
        for (const { start, effect } of [...free, ...tried]) {
          const after = costAt(start);
          expect(after?.cost).toBe(cost + effect.cost);
          for (const name of TERM_NAMES)
            expect(after!.terms[name] - terms[name]).toBe(effect.terms[name] ?? 0);
        }
        const places: number[] = [];
        for (let at = Date.parse(instance.start); at < Date.parse(instance.end); at += step)
          if (at !== Date.parse(block.start) && costAt(at)) places.push(at);
        const own = Date.parse(block.start);
        const parts = [...found.blocks, ...instance.locked].filter(({ task }) => task === block.task);
        const isWhole = !atRisk.some(({ task, shortMinutes }) => task === block.task && shortMinutes > 0);
        const isLast = parts.every(({ end }) => Date.parse(end) <= Date.parse(block.end));
        const said = (kind: string) => merits.some((merit) => merit.kind === kind);
        const tooShort = earlier.filter(({ reason }) => reason.kind === 'too-short');
        expect({
          // Free places must not be ignored.
          passedOver: places.length > 0 && alternatives.length === 0,
          notFirst: said('first-fit') && places.some((at) => at < own),
          notLast: said('last-chance') && places.some((at) => at > own),
          notShort: tooShort.filter(({ start, end }) =>
            places.some((at) => at >= Date.parse(start) && at < Date.parse(end)),
          ),
          done: merits.flatMap((merit) => (merit.kind === 'in-time' ? [merit.isDone] : [])),
        }).toEqual({
          passedOver: false,
          notFirst: false,
          notLast: false,
          notShort: [],
          done: said('in-time') ? [isLast && isWhole] : [],
        });
      }
    }),
    runs(60),
  );
});
