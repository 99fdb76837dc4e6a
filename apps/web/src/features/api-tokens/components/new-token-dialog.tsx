import { standardTokenCaps } from '@dayloom/contracts';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { Field } from '#ui/field.tsx';
import { focusAtOnce } from '#ui/focus-at-once.ts';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { useCreateToken } from '../hooks/use-tokens.ts';
import { type Area, areas, type Level, lifetimes, toExpiry, toScopes } from '../model/scopes.ts';

const COPIED_MS = 2_000;
const nothing: Record<Area, Level> = {
  tasks: 'none',
  calendar: 'none',
  planning: 'none',
  journal: 'none',
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
    <form noValidate onSubmit={submit} style={{ display: 'contents' }}>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <Field
          label="Name"
          hint="What will use it"
          inputRef={focusAtOnce}
          value={name}
          onChange={(event) => setName(event.target.value)}
          problem={fields['name']}
          inputProps={{ maxLength: 80 }}
        />
        <Box sx={{ display: 'grid', gap: 1.5 }}>
          <Box component="h3" sx={{ m: 0, typography: 'subtitle2', color: 'text.secondary' }}>
            What it may do
          </Box>
          {areas.map(({ id, label, text, canWrite }) => (
            <Box key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1.5, flexWrap: 'wrap' }}>
              <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>
                <Box sx={{ typography: 'body1' }}>{label}</Box>
                <Box sx={{ typography: 'caption', fontWeight: 400, color: 'text.tertiary' }}>{text}</Box>
              </Box>
              <SegmentedControl
                label={label}
                value={allowed[id]}
                options={canWrite ? levels : readOnly}
                onChange={(level) => setAllowed({ ...allowed, [id]: level })}
              />
            </Box>
          ))}
        </Box>
        <Box
          sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0,1fr)', sm: '1fr 1fr 1fr' } }}
        >
          <SelectField label="Works for" value={days} options={lifetimes} onChange={setDays} />
          <SelectField
            label="Requests"
            value={requestsPerMinute}
            options={requestCaps}
            onChange={setRequests}
          />
          <SelectField label="Changes" value={changesPerDay} options={changeCaps} onChange={setChanges} />
        </Box>
        {create.isError && (
          <Box role="alert" sx={{ color: 'error.main', typography: 'body2' }}>
            {getMessage(create.error, 'The token could not be created.')}
          </Box>
        )}
      </DialogContent>
      <DialogActions sx={{ pt: 2, borderTop: 1, borderColor: 'divider' }}>
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
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Box component="output" id={noteId}>
          Copy it now. It is not stored here and cannot be shown again.
        </Box>
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          <OutlinedInput
            readOnly
            value={token}
            sx={{ flex: '1 1 240px' }}
            inputProps={{ 'aria-label': 'Token', 'aria-describedby': noteId, spellCheck: false }}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={token} holdMs={COPIED_MS} />
        </Box>
        <Box
          component="pre"
          tabIndex={0}
          aria-label="Example"
          sx={{
            m: 0,
            p: 1.5,
            overflowX: 'auto',
            borderRadius: '8px',
            bgcolor: 'background.default',
            typography: 'caption',
            fontFamily: 'ui-monospace, monospace',
            fontWeight: 400,
          }}
        >
          {`curl -H "Authorization: Bearer $TOKEN" \\\n  ${apiBaseUrl}/tasks`}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="contained" color="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </>
  );
}
