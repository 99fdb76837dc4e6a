import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { getMessage } from '#lib/api.ts';
import { useClientConfig } from '#lib/client-config.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/button.tsx';
import { Card, CardBody, CardHeader } from '#ui/card.tsx';
import { notify } from '#ui/toast.tsx';
import { fetchExport } from '../api.ts';
import { DeleteAccountDialog, type OwnerProofs } from './delete-account-dialog.tsx';
import './data-tab.css';

interface DataTabProps {
  email: string;
  proofs: OwnerProofs;
  /** Brings data in. */
  imports: ReactNode;
}

export function DataTab({ email, proofs, imports }: DataTabProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const { mail } = useClientConfig();
  const howToReopen =
    mail.mode === 'off'
      ? 'Until then you can sign in and reopen it.'
      : 'Until then you can reopen it by signing in, or with a link that we email you.';
  return (
    <div className="data-tab">
      {imports}
      <ExportCard />
      <Card aria-labelledby="delete-account">
        <CardHeader
          id="delete-account"
          title="Delete account"
          subtitle={`Closes your account now, and deletes everything in it after seven days: tasks, calendars, plans, tokens, the subscription and the sign-in. ${howToReopen}`}
        />
        <CardBody>
          <Button color="error" variant="outlined" onClick={() => setIsDeleting(true)}>
            Delete account
          </Button>
        </CardBody>
      </Card>
      {isDeleting && (
        <DeleteAccountDialog email={email} proofs={proofs} onClose={() => setIsDeleting(false)} />
      )}
    </div>
  );
}

function ExportCard() {
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const fetching = useMutation({
    mutationFn: () => {
      stop.current = new AbortController();
      return fetchExport(stop.current.signal);
    },
    onSuccess: ({ name, file }) => saveFile(name, file),
    onError: (error) => {
      if (!(error instanceof DOMException)) notify.error(getMessage(error, 'The export failed.'));
    },
  });
  return (
    <Card aria-labelledby="export">
      <CardHeader
        id="export"
        title="Export everything"
        subtitle="One zip with everything that is stored about you: every row as JSON with the journal of changes, an .ics file for each calendar, and your tasks and notes as Markdown."
      />
      <CardBody className="data-tab-export">
        <Button
          startIcon={<Download size={16} aria-hidden />}
          disabled={fetching.isPending}
          onClick={() => fetching.mutate()}
        >
          {fetching.isPending ? 'Preparing...' : 'Export'}
        </Button>
        <output className="data-tab-status text-small">
          {fetching.isPending ? 'This may take a moment for large calendars.' : ''}
          {fetching.isSuccess ? `Saved as ${fetching.data.name}` : ''}
        </output>
      </CardBody>
    </Card>
  );
}
