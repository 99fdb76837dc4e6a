import { createStore, useStore } from '#lib/store.ts';

const isOpen = createStore(false);

/** Whether the sheet for a new request is open. A click before its script has loaded is not lost. */
export const useNewRequest = () => useStore(isOpen);

export const openNewRequest = (): void => isOpen.set(true);

export const closeNewRequest = (): void => isOpen.set(false);
