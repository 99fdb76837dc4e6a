import { useClientConfig } from '#lib/client-config.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Effect } from '../model/slash-commands.ts';
import { Examples } from './examples.tsx';

export function EmptyChat({ onRun }: { onRun: (effect: Effect) => void }) {
  const { productName } = useClientConfig();
  return (
    <EmptyState title={`What can ${productName} do for you?`} action={<Examples onRun={onRun} />}>
      Write what you need in everyday English: what changes only your own time is done at once and can be
      undone, and everything else waits for your yes.
    </EmptyState>
  );
}
