import type { Calendar, Settings } from '@dayloom/contracts';

export const stepNames = ['hours', 'calendar', 'tasks', 'plan'] as const;
export type StepName = (typeof stepNames)[number];

/** What the first steps go by. */
export interface FirstFacts {
  readonly settings: Pick<Settings, 'scheduling' | 'calendars' | 'workingHours' | 'homeTimeZone'>;
  readonly calendars: readonly Pick<Calendar, '_id' | 'name' | 'kind'>[];
  /** The calendar of the sample week; null without one. */
  readonly sampleCalendarId: string | null;
  readonly openTasks: number;
  readonly blocks: number;
}

export const TASKS_WANTED = 3;

/** Calendars that the user has brought. */
export const ownCalendars = ({ calendars, sampleCalendarId }: FirstFacts) =>
  calendars.filter(({ _id, kind }) => kind !== 'dayloom' && _id !== sampleCalendarId);

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
