import type { Calendar } from '@dayloom/contracts';
import { lazy, Suspense } from 'react';
import { FirstStepsCard } from '#features/onboarding/components/first-steps-card.tsx';
import { SampleWeekStrip } from '#features/onboarding/components/sample-week-strip.tsx';
import { useSampleCalendar } from '#features/onboarding/hooks/use-first-steps.ts';
import PlanningBasicsForm from '#features/preferences/components/planning-basics-form.tsx';
import { useViewer } from '#lib/viewer.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import './first-steps.css';

const FirstConnect = lazy(() => import('./first-connect.tsx'));

interface FirstStepsProps {
  calendars: readonly Calendar[];
  openTasks: number;
  blocks: number;
  onExample: (text: string) => void;
}

/** The first steps of a new account, with the parts of the features that they lead to, and the sample week. */
export default function FirstSteps({ onExample, ...facts }: FirstStepsProps) {
  const settings = useViewer().profile?.settings;
  const sampleCalendarId = useSampleCalendar(facts.calendars);
  const strip = sampleCalendarId && <SampleWeekStrip />;
  if (!settings || settings.isOnboarded) return strip;
  return (
    <>
      {strip}
      <FirstStepsCard
        facts={{ ...facts, settings, sampleCalendarId: sampleCalendarId ?? null }}
        onExample={onExample}
        renderHours={(formId, button, onSaved) => (
          <>
            <PlanningBasicsForm
              hours={{ work: settings.workingHours, personal: settings.personalHours }}
              scheduling={settings.scheduling}
              onSaved={onSaved}
              formId={formId}
            />
            {button}
          </>
        )}
        connect={
          <Suspense fallback={<Skeleton className="first-steps-connect" />}>
            <FirstConnect />
          </Suspense>
        }
      />
    </>
  );
}
