import type { SignInMethod } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Card, CardHeader, CardRow } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { unlink } from '../api.ts';
import { useChange } from '../hooks/use-confirmation.ts';
import { dateInWords, methodInWords } from '../model/security-words.ts';

export function SignInMethodsCard({ methods }: { methods: readonly SignInMethod[] }) {
  const { productName } = useClientConfig();
  const { change, isBusy } = useChange();
  const [removing, setRemoving] = useState<SignInMethod | null>(null);
  return (
    <Card aria-labelledby="sign-in-methods">
      <CardHeader
        id="sign-in-methods"
        title="Sign-in methods"
        subtitle="Sign in another way with the same e-mail address, and we ask whether to add it here."
      />
      {methods.map((method) => (
        <CardRow key={method.subject}>
          <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontWeight: 500 }}>{methodInWords(method, productName)}</Box>
            <Box sx={{ typography: 'caption', color: 'text.tertiary' }}>
              Since {dateInWords(method.linkedAt)}
            </Box>
          </Box>
          {method.isCurrent ? (
            <Chip tone="planned">In use</Chip>
          ) : (
            <Button
              size="small"
              variant="text"
              color="error"
              disabled={isBusy}
              aria-label={`Remove ${methodInWords(method, productName)}`}
              onClick={() => setRemoving(method)}
            >
              Remove
            </Button>
          )}
        </CardRow>
      ))}
      <ConfirmDialog
        isOpen={removing !== null}
        title="Remove sign-in method"
        confirmLabel="Remove"
        isDestructive
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) void change(() => unlink(removing.subject), 'Sign-in method removed');
          setRemoving(null);
        }}
      >
        {removing && `${methodInWords(removing, productName)} will no longer sign you in to this account.`}
      </ConfirmDialog>
    </Card>
  );
}
