import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useClientConfig } from '#lib/client-config.ts';
import { findLastPage } from '#lib/last-page.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { setConnectOutcome, useConnectOutcome } from '../hooks/use-connect-outcome.ts';
import { type CalendarDomain, domainNames } from '../model/connected-calendars.ts';
import { toReturnLink } from '../model/return-link.ts';
import { DomainGlyph } from './domain-glyph.tsx';
import './connect-card.css';

const domains = ['google', 'outlook', 'apple'] as const;

interface ConnectProps {
  onConnect: (domain: CalendarDomain) => void;
  /** The provider whose page is being opened. */
  starting: CalendarDomain | null;
}

export function ConnectButtons({ onConnect, starting }: ConnectProps) {
  return (
    <div className="connect-card-buttons">
      {domains.map((domain) => (
        <Button
          key={domain}
          size="large"
          disabled={starting !== null}
          aria-haspopup={domain === 'apple' ? 'dialog' : undefined}
          onClick={() => onConnect(domain)}
          startIcon={<DomainGlyph domain={domain} isBare />}
        >
          Connect {domainNames[domain]}
        </Button>
      ))}
    </div>
  );
}

/** The connect buttons and the outcome of the last attempt. */
export function ConnectCard({ onConnect, starting }: ConnectProps) {
  const { productName } = useClientConfig();
  return (
    <Card aria-labelledby="connect-calendar">
      <CardHeader
        id="connect-calendar"
        title="Connect another calendar"
        subtitle={`Changes sync both ways. ${productName} changes nothing else.`}
        action={<ConnectButtons onConnect={onConnect} starting={starting} />}
      />
      <ConnectOutcomeRow onConnect={onConnect} />
    </Card>
  );
}

/** The progress or outcome of the last attempt; after a success, the way back. */
export function ConnectOutcomeRow({ onConnect }: Pick<ConnectProps, 'onConnect'>) {
  const outcome = useConnectOutcome();
  if (outcome.step === 'idle') return null;
  const { domain } = outcome;
  if (outcome.step === 'connecting')
    return <CardRow as="output">Connecting {domainNames[domain]} Calendar...</CardRow>;
  const dismiss = () => setConnectOutcome({ step: 'idle' });
  if (outcome.step === 'connected') {
    const { to, label } = toReturnLink(findLastPage());
    return (
      <CardRow as="output" className="connect-card-outcome">
        <div className="connect-card-reason">
          {domainNames[domain]} Calendar is connected. Its events appear in the calendar, and plans keep clear
          of them.
        </div>
        <div className="connect-card-actions">
          <Button size="small" to={to} onClick={dismiss}>
            {label}
          </Button>
          <Button size="small" variant="text" onClick={dismiss}>
            Dismiss
          </Button>
        </div>
      </CardRow>
    );
  }
  const Icon = outcome.isCalm ? CircleAlert : TriangleAlert;
  return (
    <CardRow role={outcome.isCalm ? 'status' : 'alert'} className="connect-card-outcome">
      <span className="connect-card-icon" data-calm={outcome.isCalm || undefined}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="connect-card-reason">{outcome.reason}</div>
      <div className="connect-card-actions">
        <Button size="small" onClick={() => onConnect(domain)}>
          Connect again
        </Button>
        <Button size="small" variant="text" onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </CardRow>
  );
}
