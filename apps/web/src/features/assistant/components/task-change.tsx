import type { ChatCard, ChatTurn } from '@dayloom/contracts';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { Hidden } from '#ui/hidden.tsx';
import { Link } from '#ui/link.tsx';
import { describeTaskFacts } from '../model/card-words.ts';
import { stillExists } from '../model/change-words.ts';
import './task-change.css';

type TaskCard = Extract<ChatCard, { kind: 'task' }>;

/** A task, with its facts before a change. */
export function TaskChange({ card, state }: { card: TaskCard; state: ChatTurn['state'] }) {
  const { task, before, change } = card;
  const Icon = task.status === 'done' ? CircleCheck : CircleDashed;
  const facts = describeTaskFacts(task);
  const earlier = before ? describeTaskFacts(before).filter((fact) => !facts.includes(fact)) : [];
  const isLink = stillExists(change, state);
  return (
    <div className="task-change">
      <Icon size={18} strokeWidth={1.75} aria-hidden className="task-change-icon" data-status={task.status} />
      <div className="task-change-facts">
        <div className="task-change-title text-h3">
          {before && before.title !== task.title && (
            <>
              <Hidden>Before: </Hidden>
              <del>{before.title}</del>
              <Hidden>. Now: </Hidden>{' '}
            </>
          )}
          {change === 'deleted' && !isLink ? (
            <del>{task.title}</del>
          ) : isLink ? (
            <Link to={`/tasks?task=${task._id}`} underline="hover">
              {change === 'deleted' ? <del>{task.title}</del> : task.title}
            </Link>
          ) : (
            task.title
          )}
          {task.status === 'done' && <Hidden>, completed</Hidden>}
        </div>
        <div className="task-change-line text-small n">
          {earlier.length > 0 && (
            <>
              <Hidden>Before: </Hidden>
              <del>{earlier.join(' · ')}</del>
              <Hidden>. Now: </Hidden>
              <span aria-hidden="true"> → </span>
            </>
          )}
          {facts.join(' · ')}
        </div>
      </div>
    </div>
  );
}
