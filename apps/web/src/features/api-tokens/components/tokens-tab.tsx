import type { ApiToken } from '@dayloom/contracts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '#lib/now.ts';
import { useViewer } from '#lib/viewer.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRow } from '#ui/loading-row.tsx';
import { useRevokeToken, useTokens } from '../hooks/use-tokens.ts';
import { describeScopes } from '../model/scopes.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import './tokens-tab.css';

export function TokensTab() {
  const { data: tokens, isPending, isError, refetch } = useTokens();
  const revoke = useRevokeToken();
  const [isMaking, setIsMaking] = useState(false);
  const [leaving, setLeaving] = useState<ApiToken | null>(null);
  return (
    <div className="tokens-tab">
      <Card aria-labelledby="api-tokens">
        <CardHeader
          id="api-tokens"
          title="API tokens"
          subtitle={
            <>
              For scripts and other programs, instead of your password. The calls they can make are in the{' '}
              <a href="/api/docs" className="tokens-tab-docs">
                API documentation
              </a>
              .
            </>
          }
          action={
            <Button
              variant="contained"
              color="primary"
              startIcon={<Plus size={16} aria-hidden />}
              onClick={() => setIsMaking(true)}
            >
              New token
            </Button>
          }
        />
        {isPending && <LoadingRow>Loading tokens...</LoadingRow>}
        {isError && (
          <EmptyState
            title="The tokens could not be loaded"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        )}
        {tokens?.length === 0 && (
          <EmptyState title="No tokens yet" headingLevel="h3">
            A token lets a script add tasks or read your plan, but only what you allow.
          </EmptyState>
        )}
        {tokens && tokens.length > 0 && (
          <ul className="tokens-tab-list" aria-label="API tokens">
            {tokens.map((token) => (
              <TokenRow key={token._id} token={token} onRevoke={() => setLeaving(token)} />
            ))}
          </ul>
        )}
      </Card>
      {isMaking && <NewTokenDialog onClose={() => setIsMaking(false)} />}
      <ConfirmDialog
        isOpen={leaving !== null}
        title="Revoke token"
        confirmLabel="Revoke"
        isDestructive
        onClose={() => setLeaving(null)}
        onConfirm={() => {
          if (leaving) revoke(leaving._id);
          setLeaving(null);
        }}
      >
        {`Everything that uses '${leaving?.name ?? ''}' stops working at once.`}
      </ConfirmDialog>
    </div>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { timeZone } = useViewer();
  const now = useNow();
  const formatDate = (instant: string) =>
    new Date(instant).toLocaleDateString(undefined, { dateStyle: 'medium', timeZone });
  const isOver = token.expiresAt !== null && Date.parse(token.expiresAt) <= now.getTime();
  const facts = [
    token.lastUsedAt ? `Last used ${formatDate(token.lastUsedAt)}` : 'Never used',
    token.expiresAt ? `${isOver ? 'Expired' : 'Expires'} ${formatDate(token.expiresAt)}` : 'Does not expire',
    `${token.requestsPerMinute} requests a minute`,
    `${token.changesPerDay} changes a day`,
  ];
  return (
    <li>
      <CardRow className="tokens-tab-token">
        <div className="tokens-tab-facts">
          <div className="tokens-tab-head">
            <h3 className="tokens-tab-name text-h3">{token.name}</h3>
            <code className="tokens-tab-hint text-caption">dlm_…{token.hint}</code>
            {isOver && <Chip tone="soft">Expired</Chip>}
          </div>
          <div className="tokens-tab-scopes text-small">{describeScopes(token.scopes)}</div>
          <div className="tokens-tab-limits text-caption">{facts.join(' · ')}</div>
        </div>
        <Button color="error" variant="outlined" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </CardRow>
    </li>
  );
}
