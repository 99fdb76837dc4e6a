import { type ComponentType, createElement, use } from 'react';

/**
 * A part of a page whose script is loaded on the way to it, or when it is first shown. Unlike what `lazy` makes, it is
 * shown without its fallback when its script is there: React holds back what replaces a fallback for 300 ms.
 */
export function createLazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loading: Promise<ComponentType<Props>> | null = null;
  let isWanted = false;
  const loadOnce = (): Promise<ComponentType<Props>> => {
    if (loading) return loading;
    const started = load();
    loading = started;
    started.then(
      // Where React looks for a result that it need not wait for.
      (value) => Object.assign(started, { status: 'fulfilled', value }),
      () => {
        // Nobody has seen that it failed: it is asked for again. Otherwise that stays, as of what `lazy` makes.
        if (!isWanted) loading = null;
      },
    );
    return started;
  };
  function LazyPart(props: Props) {
    isWanted = true;
    return createElement(use(loadOnce()), props);
  }
  return Object.assign(LazyPart, {
    /** A failure shows with the part. */
    load: () => void loadOnce().catch(() => {}),
  });
}

/**
 * For an element from which parts are opened: loads them when a pointer comes over it or presses, or the focus enters
 * it.
 */
export function onIntention(...parts: readonly { readonly load: () => void }[]) {
  const load = () => {
    for (const part of parts) part.load();
  };
  return { onPointerEnter: load, onPointerDown: load, onFocus: load };
}
