import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError, getMessage } from '#lib/api.ts';
import { queryKeys } from '#lib/query-client.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { showSnackbar } from '#ui/snackbar.tsx';
import { changePassword } from '../api.ts';
import { formatDate } from '../model/security-words.ts';
import './password-card.css';

export function PasswordCard({ changedAt, email }: { changedAt: string; email: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card aria-labelledby="password">
      <CardHeader
        id="password"
        title="Password"
        subtitle={`Last set on ${formatDate(changedAt)}`}
        action={!isOpen && <Button onClick={() => setIsOpen(true)}>Change password</Button>}
      />
      {isOpen && <PasswordForm email={email} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function PasswordForm({ email, onClose }: { email: string; onClose: () => void }) {
  const client = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setProblems({});
    try {
      await changePassword({ currentPassword: current, newPassword: next });
      showSnackbar('Password changed. All other sessions have ended.', 'success');
      onClose();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      setProblems(fields);
      if (Object.keys(fields).length === 0)
        showSnackbar(getMessage(error, 'The password could not be changed. Try again.'), 'error');
    } finally {
      setIsBusy(false);
      void client.invalidateQueries({ queryKey: queryKeys.security });
    }
  };
  return (
    <CardBody>
      <form noValidate onSubmit={(event) => void submit(event)} aria-label="Change password">
        {/* Password managers file the new password under this name. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className="password-card-fields">
          <Field
            label="Current password"
            type="password"
            autoComplete="current-password"
            ref={focusOnMount}
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
            problem={problems['currentPassword']}
          />
          <Field
            label="New password"
            type="password"
            autoComplete="new-password"
            value={next}
            onChange={(event) => setNext(event.target.value)}
            hint={`At least ${PASSWORD_MIN_LENGTH} characters. You are signed out everywhere else.`}
            problem={problems['newPassword']}
            maxLength={PASSWORD_MAX_LENGTH}
          />
          <div className="password-card-actions">
            <Button variant="text" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" variant="contained" color="primary" disabled={isBusy || !current || !next}>
              Save password
            </Button>
          </div>
        </div>
      </form>
    </CardBody>
  );
}
