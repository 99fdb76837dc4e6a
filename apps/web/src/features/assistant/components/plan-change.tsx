import type { ChatCard } from '@dayloom/contracts';
import { ArrowRight, TriangleAlert } from 'lucide-react';
import { dayPath } from '#lib/calendar-links.ts';
import { Hidden } from '#ui/hidden.tsx';
import { Link } from '#ui/link.tsx';
import { formatShortTimes } from '../model/card-words.ts';
import './plan-change.css';

type PlanCard = Extract<ChatCard, { kind: 'plan' }>;

/** What a proposal of the planner moves, and what does not fit. */
export function PlanChange({ card: { changes, unplanned } }: { card: PlanCard }) {
  const first = changes.find(({ after }) => after !== null)?.after;
  return (
    <div className="plan-change">
      <ul className="plan-change-rows">
        {changes.map(({ title, before, after }, index) => (
          <li key={index} className="plan-change-row">
            <span className="plan-change-title">{title}</span>
            <span className="plan-change-before n">
              <Hidden>Before: </Hidden>
              {before ? formatShortTimes(before) : 'not planned'}
            </span>
            <ArrowRight size={14} aria-hidden className="plan-change-arrow" />
            <span className="plan-change-after n">
              <Hidden>Now: </Hidden>
              {after ? formatShortTimes(after) : 'not planned'}
            </span>
          </li>
        ))}
      </ul>
      {unplanned.length > 0 && (
        <div className="plan-change-rest">
          <TriangleAlert size={14} aria-hidden className="plan-change-warning" />
          <span>{`Doesn't fit: ${unplanned.join(', ')}`}</span>
        </div>
      )}
      <div className="plan-change-link">
        <Link className="text-small" to={first ? dayPath(first) : '/calendar-flow'}>
          Open in calendar
        </Link>
      </div>
    </div>
  );
}
