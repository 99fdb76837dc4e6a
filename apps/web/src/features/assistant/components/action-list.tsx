import type { ChatAction } from '@dayloom/contracts';
import { Check, Clock, type LucideIcon, Minus, TriangleAlert, Undo2 } from 'lucide-react';
import { Hidden } from '#ui/hidden.tsx';
import './action-list.css';

const looks: Readonly<Record<ChatAction['state'], { readonly icon: LucideIcon; readonly words: string }>> = {
  done: { icon: Check, words: 'Done' },
  waiting: { icon: Clock, words: 'Draft' },
  failed: { icon: TriangleAlert, words: 'Failed' },
  discarded: { icon: Minus, words: 'Discarded' },
  undone: { icon: Undo2, words: 'Undone' },
};

/** What was done or will be, in words. */
export function ActionList({ actions }: { actions: readonly ChatAction[] }) {
  return (
    <ul className="action-list">
      {actions.map(({ summary, state }, index) => {
        const { icon: Icon, words } = looks[state];
        return (
          <li key={index} className="action-list-row" data-state={state}>
            <Icon size={14} aria-hidden className="action-list-icon" />
            <span className="action-list-text">
              <Hidden>{`${words}: `}</Hidden>
              {summary}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
