import type { FoundTasks } from '@dayloom/contracts';
import { useState } from 'react';
import { useClientConfig } from '#lib/client-config.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { focusOnMount } from '#ui/focus-on-mount.ts';
import { Link } from '#ui/link.tsx';
import { LoadingRow } from '#ui/loading-row.tsx';
import { taskSources, useAccountImport } from '../hooks/use-account-import.ts';
import './import-accounts.css';

const TODOIST_TOKEN = 'https://app.todoist.com/app/settings/integrations/developer';

/** Reads the tasks of a Todoist account, or of a connected Google or Microsoft account. */
export function ImportAccounts({ onFound }: { onFound: (found: FoundTasks) => void }) {
  const { accounts, isPending, isTodoist, problem, readTodoist, readAccount, reset } =
    useAccountImport(onFound);
  const [isAsking, setIsAsking] = useState(false);
  const missing = (['google', 'outlook'] as const).filter(
    (domain) => !accounts.some((account) => account.domain === domain),
  );
  return (
    <fieldset className="import-accounts">
      <legend className="text-label">From an account</legend>
      <div className="import-accounts-buttons">
        <Button
          disabled={isPending}
          aria-expanded={isAsking}
          onClick={() => {
            reset();
            setIsAsking(!isAsking);
          }}
        >
          Todoist
        </Button>
        {accounts.map(({ id, domain, email }) => (
          <Button key={id} disabled={isPending} onClick={() => readAccount(id)}>
            <span className="import-accounts-name">
              {taskSources[domain]} <span className="import-accounts-email">{email}</span>
            </span>
          </Button>
        ))}
      </div>
      {isAsking && (
        <TokenForm
          isPending={isPending}
          problem={problem?.isToken ? problem.message : undefined}
          onChange={() => problem && reset()}
          onRead={readTodoist}
        />
      )}
      {isPending && <LoadingRow>{isTodoist ? 'Reading Todoist...' : 'Reading your tasks...'}</LoadingRow>}
      {problem && !(problem.isToken && isAsking) && (
        <div role="alert" className="import-accounts-problem text-small">
          {problem.message}
        </div>
      )}
      {missing.length > 0 && (
        <p className="import-accounts-note text-small">
          {missing.map((domain) => taskSources[domain]).join(' and ')}:{' '}
          <Link to="/settings?tab=accounts">connect the account</Link> first.
        </p>
      )}
    </fieldset>
  );
}

interface TokenFormProps {
  isPending: boolean;
  problem: string | undefined;
  onChange: () => void;
  onRead: (token: string) => void;
}

function TokenForm({ isPending, problem, onChange, onRead }: TokenFormProps) {
  const { demoTodoistToken, productName } = useClientConfig();
  const [token, setToken] = useState(demoTodoistToken ?? '');
  return (
    <form
      noValidate
      className="import-accounts-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (token.trim() !== '' && !isPending) onRead(token.trim());
      }}
    >
      <Field
        label="API token of Todoist"
        type="password"
        value={token}
        problem={problem}
        hint={
          demoTodoistToken
            ? 'The demo account of the sandbox is filled in.'
            : `${productName} uses it once, and does not keep it.`
        }
        ref={focusOnMount}
        onChange={(event) => {
          onChange();
          setToken(event.target.value);
        }}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
      <div className="import-accounts-buttons">
        <Button type="submit" disabled={isPending || token.trim() === ''}>
          Read the tasks
        </Button>
        <a href={TODOIST_TOKEN} target="_blank" rel="noreferrer" className="import-accounts-link text-small">
          Find it in Todoist
        </a>
      </div>
    </form>
  );
}
