import type { ConnectedApp, TokenScope } from '@dayloom/contracts';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRow } from '#ui/loading-row.tsx';
import { useApps, useRevokeApp } from '../hooks/use-agents.ts';
import { formatMoment } from '../model/call-words.ts';
import './connected-apps-card.css';

const COPIED_MS = 2_000;

interface ConnectedAppsCardProps {
  describeScopes: (scopes: readonly TokenScope[]) => string;
}

export function ConnectedAppsCard({ describeScopes }: ConnectedAppsCardProps) {
  const { data, isPending, isError, refetch } = useApps();
  const revoke = useRevokeApp();
  const [leaving, setLeaving] = useState<ConnectedApp | null>(null);
  return (
    <Card aria-labelledby="connected-apps">
      <CardHeader
        id="connected-apps"
        title="Connected apps"
        subtitle="Claude, ChatGPT, Cursor and other apps can use your calendar and tasks through MCP, as far as you allow."
      />
      {isPending && <LoadingRow>Loading apps...</LoadingRow>}
      {isError && !data && (
        <EmptyState
          title="The apps could not be loaded"
          headingLevel="h3"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        />
      )}
      {data && (
        <CardRow className="connected-apps-card-address">
          <div className="connected-apps-card-words">
            <div className="text-small">
              {data.hasSignIn
                ? 'Enter this address in the app. It then asks you here.'
                : 'Enter this address and an API token in the app.'}
            </div>
            <code className="connected-apps-card-url">{data.address}</code>
          </div>
          <CopyButton text={data.address} holdMs={COPIED_MS} label="Copy address" />
        </CardRow>
      )}
      {data && data.apps.length > 0 && (
        <ul className="connected-apps-card-list" aria-label="Connected apps">
          {data.apps.map((app) => (
            <li key={app._id}>
              <CardRow className="connected-apps-card-app">
                <div className="connected-apps-card-words">
                  <h3 className="connected-apps-card-name text-h3">{app.name}</h3>
                  <div className="connected-apps-card-scopes text-small">{describeScopes(app.scopes)}</div>
                  <div className="connected-apps-card-facts text-caption">
                    {[
                      `Leads to ${app.redirectHost}`,
                      `Connected ${formatMoment(app.connectedAt)}`,
                      app.lastUsedAt ? `Last used ${formatMoment(app.lastUsedAt)}` : 'Never used',
                    ].join(' · ')}
                  </div>
                </div>
                <Button
                  color="error"
                  variant="outlined"
                  aria-label={`Disconnect ${app.name}`}
                  onClick={() => setLeaving(app)}
                >
                  Disconnect
                </Button>
              </CardRow>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        isOpen={leaving !== null}
        title="Disconnect app"
        confirmLabel="Disconnect"
        isDestructive
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving) revoke(leaving._id);
          setLeaving(null);
        }}
      >
        {`'${leaving?.name ?? ''}' loses its access at once. What it changed stays.`}
      </ConfirmDialog>
    </Card>
  );
}
