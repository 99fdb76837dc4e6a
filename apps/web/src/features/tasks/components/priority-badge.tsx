import { Hidden } from '#ui/hidden.tsx';
import './priority-badge.css';

export function PriorityBadge({ priority }: { priority: number }) {
  return (
    <span className="priority-badge" data-priority={priority}>
      <span aria-hidden>P{priority}</span>
      <Hidden>{`priority ${priority}`}</Hidden>
    </span>
  );
}
