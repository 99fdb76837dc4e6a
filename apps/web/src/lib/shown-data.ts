import type { Task } from '@dayloom/contracts';
import { optimisticData } from './optimistic.ts';

/** Pending changes to tasks, shared so that features that list tasks show each other's changes. */
export const shownTasks = optimisticData<readonly Task[]>('tasks');
