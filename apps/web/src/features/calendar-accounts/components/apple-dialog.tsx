import { type FormEvent, useId, useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { ConnectFailure } from '../api.ts';
import { useConnectCaldav } from '../hooks/use-connect.ts';
import { describeReason } from '../hooks/use-connect-outcome.ts';
import './apple-dialog.css';

const APPLE_PASSWORDS = 'https://support.apple.com/102654';
const asked = ['serverUrl', 'username', 'password'] as const;

interface AppleDialogProps {
  /** The server and user name of the account to reconnect. */
  known: { serverUrl: string; username: string };
  onClose: () => void;
}

/** Connects iCloud, or any CalDAV server, with an app-specific password. */
export function AppleDialog({ known, onClose }: AppleDialogProps) {
  const { productName, demoCaldav } = useClientConfig();
  const titleId = useId();
  const isNew = known.username === '';
  const [form, setForm] = useState(() => ({
    serverUrl: known.serverUrl || (isNew && demoCaldav?.serverUrl) || '',
    username: known.username || (demoCaldav?.username ?? ''),
    password: isNew ? (demoCaldav?.password ?? '') : '',
  }));
  const [isChecked, setIsChecked] = useState(false);
  const connect = useConnectCaldav(onClose);
  const described = connect.error instanceof ConnectFailure ? connect.error.fields : {};
  const problems: Partial<Record<keyof typeof form, string>> = {
    ...(isChecked && !form.username.trim() && { username: 'Enter your Apple ID or user name.' }),
    ...(isChecked && !form.password && { password: 'An app-specific password is needed.' }),
    ...Object.fromEntries(asked.flatMap((name) => (described[name] ? [[name, described[name]]] : []))),
  };
  const isFieldProblem = asked.some((name) => described[name] !== undefined);
  const set = (change: Partial<typeof form>) => {
    // A new value clears the old value's problem.
    if (connect.isError) connect.reset();
    setForm({ ...form, ...change });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (!form.username.trim() || !form.password || connect.isPending) return;
    connect.mutate({
      serverUrl: form.serverUrl.trim(),
      username: form.username.trim(),
      password: form.password,
    });
  };
  return (
    <Dialog
      open
      onClose={() => !connect.isPending && onClose()}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <form noValidate onSubmit={submit} className="apple-dialog-form">
        <DialogTitle id={titleId}>Connect Apple Calendar</DialogTitle>
        <DialogContent className="apple-dialog">
          <div className="apple-dialog-note">
            iCloud, or any other calendar server that speaks CalDAV.
            {demoCaldav && isNew && ' The demo account of the sandbox is filled in.'}
          </div>
          <Field
            label="Server address (optional)"
            placeholder="iCloud"
            hint="Only for servers other than iCloud."
            value={form.serverUrl}
            problem={problems.serverUrl}
            onChange={(event) => set({ serverUrl: event.target.value })}
            maxLength={500}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field
            label="Apple ID or user name"
            value={form.username}
            problem={problems.username}
            ref={isNew ? focusOnMount : undefined}
            onChange={(event) => set({ username: event.target.value })}
            maxLength={320}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Field
            label="App-specific password"
            type="password"
            value={form.password}
            problem={problems.password}
            ref={isNew ? undefined : focusOnMount}
            onChange={(event) => set({ password: event.target.value })}
            maxLength={500}
            autoComplete="off"
          />
          <div className="apple-dialog-note text-small">
            Not the password you sign in with: one that you{' '}
            <a href={APPLE_PASSWORDS} target="_blank" rel="noreferrer" className="apple-dialog-link">
              make at Apple for {productName} alone
            </a>
            . It gives access to more than calendars. {productName} uses it for calendars only, keeps it
            encrypted, and never shows it again. You can revoke it at Apple at any time.
          </div>
          {connect.isError && !isFieldProblem && (
            <div role="alert" className="apple-dialog-failure text-small">
              {describeReason(connect.error, 'apple')}
            </div>
          )}
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose} disabled={connect.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="contained" color="primary" disabled={connect.isPending}>
            {connect.isPending ? 'Connecting...' : 'Connect'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
