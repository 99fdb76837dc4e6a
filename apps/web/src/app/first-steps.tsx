import type { Calendar } from '@dayloom/contracts';
import { useNavigate } from 'react-router';
import { ConnectButtons } from '#features/calendar-accounts/components/connect-card.tsx';
import { useStartConnection } from '#features/calendar-accounts/hooks/use-connect.ts';
import { FirstStepsCard } from '#features/onboarding/components/first-steps-card.tsx';
import { SampleWeekStrip } from '#features/onboarding/components/sample-week-strip.tsx';
import { isSampleCalendar } from '#features/onboarding/model/steps.ts';
import { PlanningBasicsForm } from '#features/preferences/components/first-plan-card.tsx';
import { useViewer } from '#lib/viewer.ts';

interface FirstStepsProps {
  calendars: readonly Calendar[];
  openTasks: number;
  blocks: number;
  onExample: (text: string) => void;
}

/** The first steps of a new account, with the parts of the features that they lead to, and the sample week. */
export default function FirstSteps({ onExample, ...facts }: FirstStepsProps) {
  const navigate = useNavigate();
  const start = useStartConnection();
  const settings = useViewer().profile?.settings;
  const strip = facts.calendars.some(isSampleCalendar) && <SampleWeekStrip />;
  if (!settings || settings.isOnboarded) return strip;
  return (
    <>
      {strip}
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
    </>
  );
}
