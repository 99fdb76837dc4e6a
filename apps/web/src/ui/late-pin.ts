import { notify } from './toast.tsx';

/** A task was pinned to a time without a network. When it was saved, that time was over. */
export function sayIfOver(title: string, endsAt: string): void {
  if (Date.parse(endsAt) <= Date.now())
    notify.info(`The time of ${title} was over before it was saved. Give it a new one.`);
}
