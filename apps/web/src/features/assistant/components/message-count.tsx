import { premiumOffer } from '#lib/premium-offer.ts';
import { useViewer } from '#lib/viewer.ts';
import { Link } from '#ui/link.tsx';
import { type MessageCounts, pickTighterCount } from '../model/message-count.ts';
import './message-count.css';

/** How many messages are left today, or this month if that is less. */
export function MessageCount({ messages }: { messages: MessageCounts }) {
  const { profile } = useViewer();
  const count = pickTighterCount(messages);
  if (!count) return null;
  const { left, limit, period } = count;
  const label = `Messages left ${period}`;
  return (
    <div className="message-count text-caption">
      <span>{label}</span>
      <b className="message-count-number n">{`${left} of ${limit}`}</b>
      <span className="message-count-bar" aria-hidden="true">
        <span style={{ transform: `scaleX(${limit === 0 ? 0 : left / limit})` }} />
      </span>
      {left === 0 && (
        <span className="message-count-more">
          More {period === 'today' ? 'after midnight' : 'next month'}
          {profile?.settings.accountStatus === 'FREE' && (
            <>
              , or now: <Link to="/settings?tab=billing">{premiumOffer(profile.settings)}</Link>
            </>
          )}
        </span>
      )}
    </div>
  );
}
