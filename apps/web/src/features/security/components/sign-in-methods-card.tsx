import type { SignInMethod } from '@dayloom/contracts';
import { useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { unlink } from '../api.ts';
import { useChange } from '../hooks/use-confirmation.ts';
import { describeMethod, formatDate } from '../model/security-words.ts';
import { SecurityRow } from './security-row.tsx';

export function SignInMethodsCard({ methods }: { methods: readonly SignInMethod[] }) {
  const { productName } = useClientConfig();
  const { change, isBusy } = useChange();
  const [removing, setRemoving] = useState<SignInMethod | null>(null);
  return (
    <Card aria-labelledby="sign-in-methods">
      <CardHeader
        id="sign-in-methods"
        title="Sign-in methods"
        subtitle="Sign in another way with the same email address, and we ask whether to add it here."
      />
      {methods.map((method) => (
        <SecurityRow
          key={method.subject}
          name={describeMethod(method, productName)}
          detail={`Since ${formatDate(method.linkedAt)}`}
        >
          {method.isCurrent ? (
            <Chip tone="planned">In use</Chip>
          ) : (
            <Button
              size="small"
              variant="text"
              color="error"
              disabled={isBusy}
              aria-label={`Remove ${describeMethod(method, productName)}`}
              onClick={() => setRemoving(method)}
            >
              Remove
            </Button>
          )}
        </SecurityRow>
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
        {removing && `${describeMethod(removing, productName)} will no longer sign you in to this account.`}
      </ConfirmDialog>
    </Card>
  );
}
