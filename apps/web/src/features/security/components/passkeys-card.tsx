import type { Passkey } from '@dayloom/contracts';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { Card, CardHeader } from '#ui/card.tsx';
import { Chip } from '#ui/chip.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { addPasskey, askPasskeyOptions, removePasskey, renamePasskey } from '../api.ts';
import { useChange } from '../hooks/use-confirmation.ts';
import { formatDate, formatMoment } from '../model/security-words.ts';
import { createPasskey, getDeviceName, hasPasskeySupport } from '../model/webauthn.ts';
import { FormDialog } from './form-dialog.tsx';
import { SecurityRow } from './security-row.tsx';

type Open = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey } | null;

export function PasskeysCard({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [open, setOpen] = useState<Open>(null);
  const { change, isBusy } = useChange();
  const isKnown = hasPasskeySupport();
  const close = () => setOpen(null);

  const add = async (name: string) => {
    const work = async () => {
      const options = await askPasskeyOptions();
      await addPasskey({ name, passkey: await createPasskey(options) });
    };
    if (await change(work, 'Passkey added')) close();
  };
  const rename = async (id: string, name: string) => {
    if (await change(() => renamePasskey(id, name), 'Passkey renamed')) close();
  };

  return (
    <Card aria-labelledby="passkeys">
      <CardHeader
        id="passkeys"
        title="Passkeys"
        subtitle={
          isKnown
            ? 'Sign in with your fingerprint, your face or a security key instead of a password.'
            : 'This browser does not support passkeys. Open this page in another one to add yours.'
        }
        action={isKnown && <Button onClick={() => setOpen({ kind: 'add' })}>Add a passkey</Button>}
      />
      {passkeys.map((passkey) => (
        <SecurityRow
          key={passkey._id}
          icon={<KeyRound size={18} strokeWidth={1.75} />}
          name={
            <>
              {passkey.name}
              {passkey.isSynced && <Chip>Synced</Chip>}
            </>
          }
          detail={
            <>
              Added {formatDate(passkey.createdAt)}
              {passkey.lastUsedAt && `, last used ${formatMoment(passkey.lastUsedAt)}`}
            </>
          }
        >
          <IconButton
            aria-label={`Rename ${passkey.name}`}
            onClick={() => setOpen({ kind: 'rename', passkey })}
          >
            <Pencil size={16} />
          </IconButton>
          <IconButton
            aria-label={`Remove ${passkey.name}`}
            onClick={() => setOpen({ kind: 'remove', passkey })}
          >
            <Trash2 size={16} />
          </IconButton>
        </SecurityRow>
      ))}
      {open?.kind === 'add' && (
        <NameDialog
          title="Add a passkey"
          submitLabel="Continue"
          name={getDeviceName()}
          hint="So that you know which one it is."
          isBusy={isBusy}
          onSubmit={(name) => void add(name)}
          onClose={close}
        />
      )}
      {open?.kind === 'rename' && (
        <NameDialog
          title="Rename passkey"
          submitLabel="Save"
          name={open.passkey.name}
          isBusy={isBusy}
          onSubmit={(name) => void rename(open.passkey._id, name)}
          onClose={close}
        />
      )}
      <ConfirmDialog
        isOpen={open?.kind === 'remove'}
        title="Remove passkey"
        confirmLabel="Remove"
        isDestructive
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => {
          if (open?.kind !== 'remove') return;
          const { _id } = open.passkey;
          close();
          void change(() => removePasskey(_id), 'Passkey removed');
        }}
      >
        {open?.kind === 'remove' &&
          `'${open.passkey.name}' can no longer sign you in. Delete it on the device too, or the device still offers it.`}
      </ConfirmDialog>
    </Card>
  );
}

interface NameDialogProps {
  title: string;
  submitLabel: string;
  name: string;
  hint?: string;
  isBusy: boolean;
  onSubmit: (name: string) => void;
  onClose: () => void;
}

function NameDialog({ name: initial, hint, onSubmit, ...dialog }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [problem, setProblem] = useState<string>();
  return (
    <FormDialog
      {...dialog}
      onSubmit={() => (name.trim() ? onSubmit(name.trim()) : setProblem('Give the passkey a name.'))}
    >
      <Field
        label="Name"
        ref={focusOnMount}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onFocus={(event) => event.target.select()}
        hint={hint}
        problem={problem}
        maxLength={60}
      />
    </FormDialog>
  );
}
