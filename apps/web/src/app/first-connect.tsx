import { ConnectButtons } from '#features/calendar-accounts/components/connect-card.tsx';
import { useStartConnection } from '#features/calendar-accounts/hooks/use-connect.ts';
import { useNavigate } from '#lib/use-router.tsx';

/** The buttons that connect calendars, without the outcome of an attempt: that shows in the settings. */
export default function FirstConnect() {
  const navigate = useNavigate();
  const start = useStartConnection();
  return (
    <ConnectButtons
      starting={start.isPending ? start.variables.domain : null}
      onConnect={(domain) =>
        domain === 'apple' ? void navigate('/settings?tab=accounts') : start.mutate({ domain })
      }
    />
  );
}
