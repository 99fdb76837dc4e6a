import { SECOND_MS } from '@dayloom/time';
import { useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { usePendingMails } from './pending-mails.ts';
import { undoCommand } from './undo.ts';
import './mail-notices.css';

/** Changes that others will get a mail about, for the 30 seconds in which that can be stopped, on every page. */
export function MailNotices() {
  const client = useQueryClient();
  const mails = usePendingMails();
  return (
    <section aria-label="Mails about to be sent" data-messages className="mail-notices">
      {mails.map(({ commandId, text, dueAt, withhold }) => (
        <div key={commandId} className="mail-notices-one text-small">
          <Mail size={16} />
          <span className="mail-notices-text">
            {text} <Countdown until={dueAt} />
          </span>
          {withhold && (
            <button type="button" className="button button-text" onClick={() => withhold(commandId)}>
              Don’t notify
            </button>
          )}
          <button
            type="button"
            className="button button-text"
            onClick={() => void undoCommand(client, commandId)}
          >
            Undo
          </button>
        </div>
      ))}
    </section>
  );
}

function Countdown({ until }: { until: number }) {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), SECOND_MS);
    return () => clearInterval(timer);
  });
  // It would be read out every second.
  return <span aria-hidden>in {seconds} s</span>;
}
