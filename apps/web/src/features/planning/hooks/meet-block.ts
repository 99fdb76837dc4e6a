import type { Block } from '@dayloom/contracts';
import { type Decision, decideRefusal, getCode, type Sending } from '#lib/change-kinds.ts';
import { fetchPlan } from '../api.ts';
import type { BlockEdit } from '../model/block-changes.ts';

/** What a refusal of a change of a block means that has waited. The block may be another one by now, or gone. */
export async function decideBlock(
  edit: BlockEdit,
  error: unknown,
  { as }: Sending,
): Promise<Decision<BlockEdit, never>> {
  const code = getCode(error);
  if (code !== 'version_conflict' && code !== 'not_found') return decideRefusal(error);
  const { plan } = await fetchPlan({ as });
  const theirs = plan.blocks.find(({ _id }) => _id === edit.block._id);
  if (!theirs) return { next: 'ask', problem: { kind: 'gone' } };
  if (isContained(edit, theirs)) return { next: 'drop' };
  return isSame(theirs, edit.block)
    ? { next: 'send', input: { ...edit, block: theirs } }
    : { next: 'ask', problem: { kind: 'conflict', theirs } };
}

/** Whether the other version already has everything that the change sets. Who finished the block said when. */
const isContained = ({ change }: BlockEdit, theirs: Block) =>
  Object.entries(change).every(
    ([name, value]) => name === 'finishedAt' || theirs[name as keyof Block] === value,
  );

const isSame = (a: Block, b: Block) =>
  a.startsAt === b.startsAt && a.endsAt === b.endsAt && a.state === b.state;
