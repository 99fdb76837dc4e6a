import type { PublicProfile } from '@dayloom/contracts';
import { useEffect } from 'react';

/** A person's photo or initials, name, badge and bio. */
export function Host({ profile }: { profile: PublicProfile }) {
  const { firstName, lastName, bio, photoUrl, isVerified } = profile;
  const name = `${firstName} ${lastName}`.trim();
  const initials = [firstName, lastName]
    .map((word) => Array.from(word.trim())[0] ?? '')
    .join('')
    .toUpperCase();
  useEffect(() => {
    document.title = name;
  }, [name]);
  return (
    <main className="notice">
      {photoUrl ? (
        <img
          className="host-photo"
          src={photoUrl}
          alt=""
          width="96"
          height="96"
          referrerPolicy="no-referrer"
        />
      ) : (
        <span className="host-photo" aria-hidden="true">
          {initials || '?'}
        </span>
      )}
      <h1>
        {name} {isVerified && <span className="host-badge">Verified</span>}
      </h1>
      {bio && <p className="host-bio">{bio}</p>}
      <p>{firstName} takes no bookings on this page yet.</p>
      <div className="row">
        <a className="button" href="/">
          Go to the home page
        </a>
      </div>
    </main>
  );
}
