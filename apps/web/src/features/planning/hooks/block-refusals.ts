import type { Block } from '@dayloom/contracts';
import { type Decision, decideRefusal, findCode, type SendContext } from '#lib/change-kinds.ts';
import { fetchPlan } from '../api.ts';
import type { BlockEdit, BlockRemoval, Pin } from '../model/block-changes.ts';

/** Decides what to do after the server refused a waiting change of a block, which may have changed or be gone. */
export async function decideBlockRefusal<Input extends Pin>(
  input: Input,
  error: unknown,
  { as }: SendContext,
): Promise<Decision<Input, never>> {
  if (!isChanged(error)) return decideRefusal(error);
  const { block, change, isSkipped }: Pin & Partial<BlockEdit & BlockRemoval> = input;
  const theirs = await findTheirs(input, as);
  // A removal is done already, unless it skips an occurrence. If a pin is refused so, its task is gone.
  if (!theirs) return isSkipped === false ? { next: 'drop' } : { next: 'ask', problem: { kind: 'gone' } };
  if (change && isContained(change, theirs)) return { next: 'drop' };
  return isSame(theirs, block)
    ? { next: 'send', input: { ...input, block: theirs } }
    : { next: 'ask', problem: { kind: 'conflict', theirs } };
}

const isChanged = (error: unknown) => /version_conflict|not_found/.test(findCode(error) ?? '');

async function findTheirs({ block }: Pin, as: string | undefined): Promise<Block | undefined> {
  const { plan } = await fetchPlan({ as });
  return plan.blocks.find(({ _id }) => _id === block._id);
}

/** Whether the other version already has everything that the change sets. A finished block has its own end time. */
const isContained = (change: BlockEdit['change'], theirs: Block) =>
  Object.entries(change).every(
    ([name, value]) => name === 'finishedAt' || theirs[name as keyof Block] === value,
  );

const isSame = (a: Block, b: Block) =>
  a.startsAt === b.startsAt && a.endsAt === b.endsAt && a.state === b.state;
