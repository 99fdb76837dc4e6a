import { type HintName, type Hints, onboardingApi } from '@dayloom/contracts';
import { call } from '#lib/api.ts';

export const saveHints = async (change: { isOn?: boolean; seen?: HintName[] }): Promise<Hints> =>
  (await call(onboardingApi.changeHints, { body: change })).hints;

export const takeHint = (hint: HintName) => call(onboardingApi.takeHint, { params: { hint } });
