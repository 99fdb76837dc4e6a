import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type OwnSecurity, renewRecoveryCodes, startTwoStep, turnOffTwoStep } from '../api.ts';
import { useChange } from '../hooks/use-confirmation.ts';
import { formatDate } from '../model/security-words.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { TwoStepDialog, type TwoStepOffer } from './two-step-dialog.tsx';
import './two-step-card.css';

const FEW_CODES = 3;

type Open =
  | { kind: 'set-up'; offer: TwoStepOffer }
  | { kind: 'codes'; codes: readonly string[] }
  | { kind: 'turn-off' | 'renew' }
  | null;

export function TwoStepCard({ twoStep }: { twoStep: OwnSecurity['twoStep'] }) {
  const [open, setOpen] = useState<Open>(null);
  const { change, isBusy } = useChange();
  const { isOn, since, recoveryCodesLeft } = twoStep;
  const close = () => setOpen(null);
  const setUp = () => void change(async () => setOpen({ kind: 'set-up', offer: await startTwoStep() }), null);
  const renew = () => {
    close();
    void change(async () => setOpen({ kind: 'codes', codes: await renewRecoveryCodes() }), null);
  };

  return (
    <Card aria-labelledby="two-step">
      <CardHeader
        id="two-step"
        title={
          <span className="two-step-card-title">Two-step sign-in {isOn && <Chip tone="ok">On</Chip>}</span>
        }
        subtitle={
          isOn && since
            ? `On since ${formatDate(since)}. After your password, you enter a code from your authenticator app.`
            : 'After your password, you enter a code from an authenticator app. Your password alone is then not enough to sign in.'
        }
        action={
          !isOn && (
            <Button onClick={setUp} disabled={isBusy}>
              Set up
            </Button>
          )
        }
      />
      {isOn && (
        <CardBody>
          <div className="two-step-card-codes" data-few={recoveryCodesLeft <= FEW_CODES ? '' : undefined}>
            {recoveryCodesLeft === 1 ? '1 recovery code is' : `${recoveryCodesLeft} recovery codes are`} left.
          </div>
          <div className="two-step-card-actions">
            <Button onClick={() => setOpen({ kind: 'renew' })} disabled={isBusy}>
              New recovery codes
            </Button>
            <Button color="error" onClick={() => setOpen({ kind: 'turn-off' })} disabled={isBusy}>
              Turn off
            </Button>
          </div>
        </CardBody>
      )}
      {open?.kind === 'set-up' && (
        <TwoStepDialog
          offer={open.offer}
          onDone={(codes) => setOpen({ kind: 'codes', codes })}
          onClose={close}
        />
      )}
      {open?.kind === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
      <ConfirmDialog
        isOpen={open?.kind === 'renew'}
        title="New recovery codes"
        confirmLabel="Create new codes"
        onClose={close}
        onConfirm={renew}
      >
        Your current codes stop working.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open?.kind === 'turn-off'}
        title="Turn two-step sign-in off"
        confirmLabel="Turn off"
        isDestructive
        onClose={close}
        onConfirm={() => {
          close();
          void change(turnOffTwoStep, 'Two-step sign-in is off');
        }}
      >
        The password alone will be enough to sign in. Your recovery codes stop working.
      </ConfirmDialog>
    </Card>
  );
}
