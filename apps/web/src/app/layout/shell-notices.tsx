import { FlaskConical, TriangleAlert } from 'lucide-react';
import { OfflineNotice } from './offline-notice.tsx';
import './shell-notices.css';

interface ShellNoticesProps {
  sandbox: readonly string[];
  profileFailed: boolean;
  onRetryProfile: () => void;
}

/** Slim strips under the top bar with notices for every page. */
export function ShellNotices({ sandbox, profileFailed, onRetryProfile }: ShellNoticesProps) {
  return (
    <section aria-label="Notices">
      <OfflineNotice />
      {profileFailed && (
        <div role="alert" className="shell-notices-failure text-small">
          <TriangleAlert size={16} style={{ flex: 'none' }} />
          <div className="shell-notices-failure-text">Failed to fetch profile</div>
          <button type="button" className="button button-text" onClick={onRetryProfile}>
            Try again
          </button>
        </div>
      )}
      {sandbox.length > 0 && (
        <div role="note" className="shell-notices-sandbox text-small">
          <FlaskConical size={14} style={{ flex: 'none' }} />
          <span className="shell-notices-sandbox-text">
            {/* On phones one line is all it may take. */}
            <span className="shell-notices-short">Sandbox mode.</span>
            <span className="shell-notices-long">
              Sandbox: {sandbox.map(getModeName).join(', ')}. What is sent there stays on this server.
            </span>{' '}
            <a href="/sandbox" className="shell-notices-link">
              Open the sandbox
            </a>
          </span>
        </div>
      )}
    </section>
  );
}

const names: Record<string, string> = {
  google: 'Google',
  outlook: 'Outlook',
  caldav: 'CalDAV',
  todoist: 'Todoist',
  sms: 'text messages',
};

/** The name of an integration within a sentence. */
const getModeName = (name: string): string => names[name] ?? name;
