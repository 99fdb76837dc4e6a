import type { TokenScope } from '@dayloom/contracts';
import { AgentLogCard } from './agent-log-card.tsx';
import { ConnectedAppsCard } from './connected-apps-card.tsx';
import './agents-section.css';

interface AgentsSectionProps {
  /** 'Tasks: read and write' */
  describeScopes: (scopes: readonly TokenScope[]) => string;
}

/** The apps that act for the user, and what agents did. */
export function AgentsSection({ describeScopes }: AgentsSectionProps) {
  return (
    <div className="agents-section">
      <ConnectedAppsCard describeScopes={describeScopes} />
      <AgentLogCard />
    </div>
  );
}
