import { standardTokenCaps } from '@dayloom/contracts';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Dialog, DialogActions, DialogContent, DialogTitle } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useCreateToken } from '../hooks/use-tokens.ts';
import { type Area, areas, type Level, lifetimes, toExpiry, toScopes } from '../model/scopes.ts';
import './new-token-dialog.css';

const COPIED_MS = 2_000;
const nothing: Record<Area, Level> = {
  tasks: 'none',
  calendar: 'none',
  bookings: 'none',
  meetings: 'none',
  planning: 'none',
  journal: 'none',
  settings: 'none',
  profile: 'none',
};
const levels = [
  { value: 'none', label: 'None' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read & write' },
] as const;
const readOnly = levels.slice(0, 2);
const requestCaps = [10, 30, 60, 120, 300, 600].map((value) => ({ value, label: `${value} a minute` }));
const changeCaps = [0, 50, 100, 500, 1_000, 10_000].map((value) => ({
  value,
  label: value === 0 ? 'None at all' : `${value.toLocaleString('en')} a day`,
}));

/** Asks what a new token may do, then shows the token once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  const create = useCreateToken();
  const made = create.data;
  return (
    <Dialog
      open
      // A click outside must not close the dialog: the token cannot be shown again.
      onClose={() => !made && !create.isPending && onClose()}
      aria-labelledby={titleId}
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id={titleId}>{made ? 'Your new token' : 'New token'}</DialogTitle>
      {made ? (
        <MadeToken token={made.token} onClose={onClose} />
      ) : (
        <TokenForm create={create} onCancel={onClose} />
      )}
    </Dialog>
  );
}

interface TokenFormProps {
  create: ReturnType<typeof useCreateToken>;
  onCancel: () => void;
}

function TokenForm({ create, onCancel }: TokenFormProps) {
  const [name, setName] = useState('');
  const [allowed, setAllowed] = useState(nothing);
  const [days, setDays] = useState(90);
  const [requestsPerMinute, setRequests] = useState<number>(standardTokenCaps.requestsPerMinute);
  const [changesPerDay, setChanges] = useState<number>(standardTokenCaps.changesPerDay);
  const scopes = toScopes(allowed);
  const fields = create.error instanceof ApiError ? create.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim() || scopes.length === 0 || create.isPending) return;
    const expiresAt = toExpiry(days, Date.now());
    create.mutate({ name: name.trim(), scopes, requestsPerMinute, changesPerDay, expiresAt });
  };
  return (
    <form noValidate onSubmit={submit} className="new-token-dialog-form">
      <DialogContent className="new-token-dialog-fields">
        <Field
          label="Name"
          hint="What will use it"
          ref={focusOnMount}
          value={name}
          onChange={(event) => setName(event.target.value)}
          problem={fields['name']}
          maxLength={80}
        />
        <div className="new-token-dialog-areas">
          <h3 className="new-token-dialog-title text-label">What it may do</h3>
          {areas.map(({ id, label, text, canWrite }) => (
            <div key={id} className="new-token-dialog-area">
              <div className="new-token-dialog-words">
                <div>{label}</div>
                <div className="new-token-dialog-text text-caption">{text}</div>
              </div>
              <SegmentedControl
                label={label}
                value={allowed[id]}
                options={canWrite ? levels : readOnly}
                onChange={(level) => setAllowed({ ...allowed, [id]: level })}
              />
            </div>
          ))}
        </div>
        <div className="new-token-dialog-limits">
          <SelectField label="Works for" value={days} options={lifetimes} onChange={setDays} />
          <SelectField
            label="Requests"
            value={requestsPerMinute}
            options={requestCaps}
            onChange={setRequests}
          />
          <SelectField label="Changes" value={changesPerDay} options={changeCaps} onChange={setChanges} />
        </div>
        {create.isError && (
          <div role="alert" className="new-token-dialog-problem text-small">
            {getMessage(create.error, 'The token could not be created.')}
          </div>
        )}
      </DialogContent>
      <DialogActions className="new-token-dialog-actions">
        <Button variant="text" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          disabled={!name.trim() || scopes.length === 0 || create.isPending}
        >
          {create.isPending ? 'Creating...' : 'Create token'}
        </Button>
      </DialogActions>
    </form>
  );
}

function MadeToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { apiBaseUrl } = useClientConfig();
  const noteId = useId();
  return (
    <>
      <DialogContent className="new-token-dialog-made">
        <output id={noteId}>Copy it now. It is not stored here and cannot be shown again.</output>
        <div className="new-token-dialog-copy">
          <TextInput
            readOnly
            value={token}
            className="new-token-dialog-token"
            aria-label="Token"
            aria-describedby={noteId}
            spellCheck={false}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={token} holdMs={COPIED_MS} />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lines scroll, and what scrolls has to take the focus (WCAG 2.1.1) */}
        <pre tabIndex={0} aria-label="Example" className="new-token-dialog-example text-caption">
          {`curl -H "Authorization: Bearer $TOKEN" \\\n  ${apiBaseUrl}/tasks`}
        </pre>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" color="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}
