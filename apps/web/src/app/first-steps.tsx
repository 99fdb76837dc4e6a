import type { Calendar, Profile } from '@dayloom/contracts';
import { useNavigate } from 'react-router';
import { ConnectButtons } from '#features/calendar-accounts/components/connect-card.tsx';
import { useStartConnection } from '#features/calendar-accounts/hooks/use-connect.ts';
import FirstStepsCard from '#features/onboarding/components/first-steps-card.tsx';
import { PlanningBasicsForm } from '#features/preferences/components/first-plan-card.tsx';

interface FirstStepsProps {
  profile: Profile;
  calendars: readonly Calendar[];
  openTasks: number;
  blocks: number;
  onExample: (text: string) => void;
}

/** The first steps of a new account, with the parts of the features that they lead to. */
export default function FirstSteps({ profile, onExample, ...facts }: FirstStepsProps) {
  const navigate = useNavigate();
  const start = useStartConnection();
  const { settings } = profile;
  return (
    <FirstStepsCard
      facts={{ ...facts, settings }}
      onExample={onExample}
      renderHours={(formId) => (
        <PlanningBasicsForm
          hours={{ work: settings.workingHours, personal: settings.personalHours }}
          scheduling={settings.scheduling}
          onSaved={() => {}}
          formId={formId}
        />
      )}
      connect={
        <ConnectButtons
          starting={start.isPending ? start.variables.domain : null}
          onConnect={(domain) =>
            domain === 'apple' ? void navigate('/settings?tab=accounts') : start.mutate({ domain })
          }
        />
      }
    />
  );
}
