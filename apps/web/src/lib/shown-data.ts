import type { Task } from '@dayloom/contracts';
import { optimisticData } from './optimistic.ts';

/** Tasks wherever they are listed: features that list them show each other's changes. */
export const shownTasks = optimisticData<readonly Task[]>('tasks');
