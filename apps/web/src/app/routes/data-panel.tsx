import { useSession } from '#features/account/hooks/session.tsx';
import { signInAgain } from '#features/account/model/session.ts';
import { DataTab } from '#features/data/components/data-tab.tsx';
import { usePasskeyProof } from '#features/security/hooks/use-passkey-proof.ts';
import { ImportTasksCard } from '#features/tasks/components/import-tasks-card.tsx';

const BACK = '/settings?tab=data';

/** The data tab, with the proofs of identity that deleting the account needs. */
export function DataPanel({ email }: { email: string }) {
  const session = useSession();
  const passkey = usePasskeyProof();
  return (
    <DataTab
      email={email}
      imports={<ImportTasksCard />}
      proofs={{
        passkey,
        idToken: async () => session.findUser()?.id_token,
        signInAgain: () => void signInAgain(session, BACK),
      }}
    />
  );
}
