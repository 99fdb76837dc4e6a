import type { planningApi } from '@dayloom/contracts';
import type { z } from 'zod';
import { optimisticData } from './optimistic.ts';

export type PlanResponse = z.infer<(typeof planningApi.readPlan)['response']>;

/** Pending changes of planned blocks, for all features that show the plan. */
export const optimisticPlan = optimisticData<PlanResponse>('plan');
