import { onboardingApi } from '@dayloom/contracts';
import { call } from '#lib/api.ts';

export const finishFirstSteps = () => call(onboardingApi.finish);
export const addSampleWeek = () => call(onboardingApi.addSampleWeek);
export const removeSampleWeek = () => call(onboardingApi.removeSampleWeek);
export const readSampleWeek = () => call(onboardingApi.readSampleWeek);
