import { type Calendar, SAMPLE_WEEK_NAME, type Settings } from '@dayloom/contracts';

export const stepNames = ['hours', 'calendar', 'tasks', 'plan'] as const;
export type StepName = (typeof stepNames)[number];

/** What the first steps go by. */
export interface FirstFacts {
  readonly settings: Pick<Settings, 'scheduling' | 'calendars' | 'workingHours' | 'homeTimeZone'>;
  readonly calendars: readonly Pick<Calendar, 'name' | 'kind'>[];
  readonly openTasks: number;
  readonly blocks: number;
}

export const TASKS_WANTED = 3;

export const isSampleCalendar = ({ name, kind }: Pick<Calendar, 'name' | 'kind'>): boolean =>
  kind === 'imported' && name === SAMPLE_WEEK_NAME;

/** Calendars that the user has brought. */
export const ownCalendars = ({ calendars }: Pick<FirstFacts, 'calendars'>) =>
  calendars.filter((calendar) => calendar.kind !== 'dayloom' && !isSampleCalendar(calendar));

export function isDone(step: StepName, facts: FirstFacts): boolean {
  switch (step) {
    case 'hours':
      return facts.settings.scheduling.isChosen;
    case 'calendar':
      return facts.settings.calendars.length > 0 || ownCalendars(facts).length > 0;
    case 'tasks':
      return facts.openTasks >= TASKS_WANTED;
    case 'plan':
      return facts.blocks > 0;
  }
}

/** The step to take now; null when nothing is left that was not put off. */
export const currentStep = (facts: FirstFacts, putOff: ReadonlySet<StepName>): StepName | null =>
  stepNames.find((step) => !isDone(step, facts) && !putOff.has(step)) ?? null;
