import type { Profile, Task } from '@dayloom/contracts';
import { optimisticData } from './optimistic.ts';

/** Pending changes to tasks, shared so that features that list tasks show each other's changes. */
export const optimisticTasks = optimisticData<readonly Task[]>('tasks');

/** Pending changes of the profile, most of them of its settings. */
export const optimisticProfile = optimisticData<Profile>('profile');
