import type { PublicProfile } from '@dayloom/contracts';
import { Avatar } from '#ui/avatar.tsx';
import { VerifiedBadge } from '#ui/verified-badge.tsx';
import { toFullName } from '../model/hosts.ts';
import './host-card.css';

/** With whom: photo or initials, name, badge and bio, or what to do here. Several hosts are shown side by side, without their bios. */
export function HostCard({ hosts }: { hosts: readonly PublicProfile[] }) {
  const [first] = hosts;
  const isAlone = hosts.length === 1;
  return (
    <div className="host-card" data-alone={isAlone ? '' : undefined}>
      <div className="host-card-photos">
        {hosts.map((host) => (
          <Avatar key={host.canonicalId} {...host} size={isAlone ? 64 : 48} />
        ))}
      </div>
      <div className="host-card-words">
        <h1 className="host-card-name">
          {hosts.map((host, at) => (
            <span key={host.canonicalId}>
              {at > 0 && (at === hosts.length - 1 ? ' and ' : ', ')}
              {toFullName(host)}
              {host.isVerified && (
                <span className="host-card-badge">
                  {' '}
                  <VerifiedBadge size={17} />
                </span>
              )}
            </span>
          ))}
        </h1>
        <p className="host-card-bio">
          {(isAlone && first?.bio) || 'Choose a free time. No account is needed.'}
        </p>
      </div>
    </div>
  );
}
