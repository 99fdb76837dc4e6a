import { type HintName, type Hints, hintsApi } from '@dayloom/contracts';
import { call } from '#lib/api.ts';

export const saveHints = async (change: { isOn?: boolean; seen?: HintName[] }): Promise<Hints> =>
  (await call(hintsApi.change, { body: change })).hints;

export const takeHint = (hint: HintName) => call(hintsApi.take, { params: { hint } });
