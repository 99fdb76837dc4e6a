import { defaultScheduling } from '@dayloom/contracts';
import { expect, it } from 'vitest';
import { currentStep, type FirstFacts, isDone, stepNames } from './steps.ts';

const facts = (change: Partial<FirstFacts> = {}): FirstFacts => ({
  settings: {
    scheduling: { ...defaultScheduling, isChosen: false },
    calendars: [],
    workingHours: { mon: [['09:00', '17:00']] },
    homeTimeZone: { name: 'Europe/Berlin' },
  },
  calendars: [{ _id: 'built-in', name: 'Dayloom', kind: 'dayloom' }],
  sampleCalendarId: null,
  openTasks: 0,
  blocks: 0,
  ...change,
});

it('a new account begins with its hours, and goes on with what is not done or put off', () => {
  const chosen = { ...facts().settings, scheduling: { ...defaultScheduling, isChosen: true } };
  expect(currentStep(facts(), new Set())).toBe('hours');
  expect(currentStep(facts({ settings: chosen }), new Set())).toBe('calendar');
  expect(currentStep(facts({ settings: chosen }), new Set(['calendar']))).toBe('tasks');
  expect(currentStep(facts({ settings: chosen, openTasks: 3 }), new Set(['calendar']))).toBe('plan');
  expect(currentStep(facts({ settings: chosen, openTasks: 3, blocks: 2 }), new Set(['calendar']))).toBeNull();
});

it('the built-in calendar and the sample week are no calendars of the user', () => {
  const sample = { _id: 'sample', name: 'Sample week', kind: 'imported' } as const;
  const own = { ...sample, _id: 'own' };
  const withSample = (calendars: FirstFacts['calendars']) => facts({ calendars, sampleCalendarId: 'sample' });
  expect(isDone('calendar', withSample([sample]))).toBe(false);
  expect(isDone('calendar', withSample([sample, own]))).toBe(true);
});

it('nothing is done in an empty account', () => {
  expect(stepNames.filter((step) => isDone(step, facts()))).toEqual([]);
});
