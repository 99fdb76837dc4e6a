import type { Task } from '@dayloom/contracts';
import type { ReactNode } from 'react';
import { FitLine } from '#features/planning/components/fit-line.tsx';

/** The planner's preview for an edited task. */
export const renderFit = (task: Task, meanwhile: ReactNode) => <FitLine task={task}>{meanwhile}</FitLine>;
