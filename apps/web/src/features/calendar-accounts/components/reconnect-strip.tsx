import type { CalendarAccount } from '@dayloom/contracts';
import { TriangleAlert } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Strip } from '#ui/strip.tsx';

/** Strip below the calendar: names the accounts that are out of sync, with a link to reconnect them. */
export default function ReconnectStrip({ accounts }: { accounts: readonly CalendarAccount[] }) {
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(accounts.map(({ email }) => email));
  const [ask, it] = accounts.length === 1 ? ['asks', 'it'] : ['ask', 'them'];
  return (
    <Strip
      announcement="note"
      icon={<TriangleAlert size={16} aria-hidden />}
      action={
        <Button to="/settings?tab=accounts" size="small">
          Reconnect
        </Button>
      }
    >
      {names} {ask} you to sign in again. What you see of {it} may be out of date. Your changes are kept and
      will be sent.
    </Strip>
  );
}
