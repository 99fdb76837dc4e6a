import Button from '@mui/material/Button';
import { useState } from 'react';
import { useClientConfig } from '../../../lib/client-config.ts';
import { Card, CardHeader } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useRemoveOwnEvents } from '../hooks.ts';

/** The way out without a trace: connected calendars become what they were before. */
export function CreatedEventsCard() {
  const { productName } = useClientConfig();
  const remove = useRemoveOwnEvents();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card aria-labelledby="created-events">
      <CardHeader
        id="created-events"
        title="Leaving?"
        subtitle="Your connected calendars can be as they were before."
        action={
          <Button
            color="error"
            disabled={remove.isPending}
            onClick={() => setIsAsking(true)}
            // On a phone the name of it is longer than a line.
            sx={{ whiteSpace: 'normal', height: 'auto', minHeight: 36, py: 0.5 }}
          >
            Remove everything {productName} created
          </Button>
        }
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={`Remove everything ${productName} created`}
        confirmLabel="Remove everything"
        isDestructive
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          remove.mutate();
        }}
      >
        All copies of busy time and of planned blocks leave your connected calendars, at Google, Outlook and
        Apple too, and no more are made. Your tasks, your plan, and events that you wrote yourself stay.
      </ConfirmDialog>
    </Card>
  );
}
