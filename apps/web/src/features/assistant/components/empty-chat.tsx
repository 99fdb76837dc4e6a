import { useClientConfig } from '#lib/client-config.ts';
import { Mark } from '#ui/brand.tsx';
import type { Effect } from '../model/slash-commands.ts';
import { Examples } from './examples.tsx';
import './empty-chat.css';

/** A new conversation: what to expect, and how to begin. */
export function EmptyChat({ onRun }: { onRun: (effect: Effect) => void }) {
  const { productName } = useClientConfig();
  return (
    <div className="empty-chat">
      <span className="empty-chat-mark">
        <Mark size={40} />
      </span>
      <h2 className="empty-chat-title text-h1">What can {productName} do for you?</h2>
      <p className="empty-chat-text">
        Write it in everyday English: what changes only your own time is done at once and can be undone,
        everything else waits for your yes.
      </p>
      <Examples onRun={onRun} />
    </div>
  );
}
