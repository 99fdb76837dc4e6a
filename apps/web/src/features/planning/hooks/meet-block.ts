import type { Block } from '@dayloom/contracts';
import { type Decision, decideRefusal, getCode, type Sending } from '#lib/change-kinds.ts';
import { fetchPlan } from '../api.ts';
import type { BlockEdit, BlockRemoval, Pin } from '../model/block-changes.ts';

/** What a refusal of a change of a block means that has waited. The block may be another one by now, or gone. */
export async function decideBlock(
  edit: BlockEdit,
  error: unknown,
  { as }: Sending,
): Promise<Decision<BlockEdit, never>> {
  if (!isChanged(error)) return decideRefusal(error);
  const theirs = await findTheirs(edit, as);
  if (!theirs) return { next: 'ask', problem: { kind: 'gone' } };
  if (isContained(edit, theirs)) return { next: 'drop' };
  return isSame(theirs, edit.block)
    ? { next: 'send', input: { ...edit, block: theirs } }
    : { next: 'ask', problem: { kind: 'conflict', theirs } };
}

/** The same for its removal. Nothing is left to do for one that is gone, unless an occurrence was to be skipped. */
export async function decideRemoval(
  removal: BlockRemoval,
  error: unknown,
  { as }: Sending,
): Promise<Decision<BlockRemoval, never>> {
  if (!isChanged(error)) return decideRefusal(error);
  const theirs = await findTheirs(removal, as);
  if (!theirs) return removal.isSkipped ? { next: 'ask', problem: { kind: 'gone' } } : { next: 'drop' };
  return isSame(theirs, removal.block)
    ? { next: 'send', input: { ...removal, block: theirs } }
    : { next: 'ask', problem: { kind: 'conflict', theirs } };
}

const isChanged = (error: unknown) => /version_conflict|not_found/.test(getCode(error) ?? '');

async function findTheirs({ block }: Pin, as: string | undefined): Promise<Block | undefined> {
  const { plan } = await fetchPlan({ as });
  return plan.blocks.find(({ _id }) => _id === block._id);
}

/** Whether the other version already has everything that the change sets. Who finished the block said when. */
const isContained = ({ change }: BlockEdit, theirs: Block) =>
  Object.entries(change).every(
    ([name, value]) => name === 'finishedAt' || theirs[name as keyof Block] === value,
  );

const isSame = (a: Block, b: Block) =>
  a.startsAt === b.startsAt && a.endsAt === b.endsAt && a.state === b.state;
