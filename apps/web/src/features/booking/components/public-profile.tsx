import type { PublicProfile } from '@dayloom/contracts';
import { useEffect, useState } from 'react';
import { Host } from './host.tsx';

type Found =
  | { state: 'loading' }
  | { state: 'found'; profile: PublicProfile }
  | { state: 'unknown' | 'failed' };

/**
 * A person's public page. The response comes from the server that sent this page, so a check of its shape
 * replaces the schemas, whose library would be larger than the page.
 */
async function findProfile({ apiBaseUrl, token, username }: PublicProfileProps): Promise<Found> {
  const path = `/public-profile/${encodeURIComponent(username)}`;
  if (!token) console.warn(`No access token is available: GET ${path} is sent unauthenticated`);
  try {
    const reply = await fetch(`${apiBaseUrl}${path}`, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
    });
    if (reply.status === 404) return { state: 'unknown' };
    const { profile } = (await reply.json()) as { profile?: PublicProfile };
    return reply.ok && profile ? { state: 'found', profile } : { state: 'failed' };
  } catch {
    return { state: 'failed' };
  }
}

interface PublicProfileProps {
  readonly apiBaseUrl: string;
  /** The visitor's own access token, if signed in. */
  readonly token: string | null;
  readonly username: string;
}

export function PublicProfilePage({ apiBaseUrl, token, username }: PublicProfileProps) {
  const [found, setFound] = useState<Found>({ state: 'loading' });
  useEffect(() => {
    let isHere = true;
    findProfile({ apiBaseUrl, token, username }).then(
      (answer) => isHere && setFound(answer),
      () => isHere && setFound({ state: 'failed' }),
    );
    return () => {
      isHere = false;
    };
  }, [apiBaseUrl, token, username]);

  // An unknown username goes home, like every unknown address.
  const isUnknown = found.state === 'unknown';
  useEffect(() => {
    if (isUnknown) window.location.replace('/');
  }, [isUnknown]);

  if (found.state === 'found') return <Host profile={found.profile} />;
  if (found.state === 'failed') {
    return (
      <main className="notice">
        <h1>This page could not be loaded</h1>
        <p>The server did not answer. Check the connection, then try again.</p>
        <div className="row">
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Try again
          </button>
        </div>
      </main>
    );
  }
  return (
    <main className="notice" aria-busy="true">
      <h1>Loading ...</h1>
    </main>
  );
}
