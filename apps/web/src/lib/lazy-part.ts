import { type ComponentType, createElement, lazy, useState } from 'react';

/**
 * A part of a page whose script is loaded on the way to it, or when it is first shown. Unlike what `lazy` makes, it is
 * shown without its fallback when its script is there: React holds back what replaces a fallback for 300 ms.
 */
export function createLazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  const loadOnce = (): Promise<ComponentType<Props>> => {
    loading ??= load().then(
      (part) => {
        loaded = part;
        return part;
      },
      (error: unknown) => {
        // The next attempt asks again.
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  const Unloaded = lazy(async () => ({ default: await loadOnce() }));
  function LazyPart(props: Props) {
    // Always the same one: another component would lose its state.
    const [part] = useState(() => ({ Component: loaded ?? (Unloaded as ComponentType<Props>) }));
    return createElement(part.Component, props);
  }
  return Object.assign(LazyPart, {
    /** A failure shows when the part is shown. */
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
