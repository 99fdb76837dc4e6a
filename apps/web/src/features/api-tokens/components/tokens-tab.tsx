import type { ApiToken } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '#lib/now.ts';
import { useViewer } from '#lib/viewer.ts';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadingRow } from '#ui/loading-row.tsx';
import { useRevokeToken, useTokens } from '../hooks/use-tokens.ts';
import { scopesInWords } from '../model/scopes.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';

export function TokensTab() {
  const { data: tokens, isPending, isError, refetch } = useTokens();
  const revoke = useRevokeToken();
  const [isMaking, setIsMaking] = useState(false);
  const [leaving, setLeaving] = useState<ApiToken | null>(null);
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 860 }}>
      <Card aria-labelledby="api-tokens">
        <CardHeader
          id="api-tokens"
          title="API tokens"
          subtitle={
            <>
              For scripts and other programs, instead of your password. The calls they can make are in the{' '}
              <Box component="a" href="/api/docs" sx={{ color: 'primary.text' }}>
                API documentation
              </Box>
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
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }} aria-label="API tokens">
            {tokens.map((token) => (
              <TokenRow key={token._id} token={token} onRevoke={() => setLeaving(token)} />
            ))}
          </Box>
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
          if (leaving) revoke.mutate(leaving._id);
          setLeaving(null);
        }}
      >
        {`Everything that uses '${leaving?.name ?? ''}' stops working at once.`}
      </ConfirmDialog>
    </Box>
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
      <CardRow sx={{ flexWrap: 'wrap', py: 1.5 }}>
        <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
            <Box component="h3" sx={{ m: 0, typography: 'h3', overflowWrap: 'anywhere' }}>
              {token.name}
            </Box>
            <Box component="code" sx={{ typography: 'caption', color: 'text.tertiary' }}>
              dlm_…{token.hint}
            </Box>
            {isOver && <Chip tone="soft">Expired</Chip>}
          </Box>
          <Box sx={{ typography: 'body2', color: 'text.secondary' }}>{scopesInWords(token.scopes)}</Box>
          <Box sx={{ typography: 'caption', fontWeight: 400, color: 'text.tertiary' }}>
            {facts.join(' · ')}
          </Box>
        </Box>
        <Button color="error" variant="outlined" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      </CardRow>
    </li>
  );
}
