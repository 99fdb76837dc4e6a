import type { HintName, Hints } from '@dayloom/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { storeSettings } from '#lib/profile-settings.ts';
import { takeHint } from '../api.ts';
import { hintTexts, listUnseen } from '../model/hints.ts';
import { findHintPlace, type HintPlace, type Rect } from '../model/place-hint.ts';

/** The most room that a hint takes, as in the style sheet. */
const HINT_SIZE = { width: 304, height: 176 };
/** A hint comes when the page is complete and the person pauses. */
const QUIET_MS = 1_200;
/** The pause after a hint, so that a new account does not see one after another. */
const PAUSE_MS = 30_000;

const CONTROLS =
  'a[href], button, input, select, textarea, summary, [role="button"], [role="checkbox"], [role="switch"], [role="tab"]';
/** What a hint never comes over, and what has the person's attention. */
const BUSY =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"], [aria-label="Proposed plan"], .first-steps-card, [aria-busy="true"]';

export interface ShownHint {
  readonly name: HintName;
  readonly anchor: HTMLElement;
  /** Next to the anchor. Null where it would cover a control: then the hint is a strip at the end of the page. */
  readonly place: HintPlace | null;
}

let nextAfter = 0;

/**
 * The hint to show on the page, at most one per visit. Only those that the server grants are shown, so that none comes
 * twice on any page or device; without a network there are none.
 */
export function useHint(hints: Hints, pathname: string): { shown: ShownHint | null; close: () => void } {
  const client = useQueryClient();
  const [shown, setShown] = useState<ShownHint | null>(null);
  const [lastPage, setLastPage] = useState<string | null>(null);
  const unseen = listUnseen(hints).join(' ');
  if (shown && lastPage !== pathname) setShown(null);

  useEffect(() => {
    if (lastPage === pathname || unseen === '') return;
    const names = unseen.split(' ') as HintName[];
    const stop = new AbortController();
    const show = async () => {
      const found = findHint(names);
      if (!found || !navigator.onLine) return;
      stop.abort();
      setLastPage(pathname);
      const answer = await takeHint(found.name).catch((error: unknown) => {
        console.warn('A hint could not be asked for', error);
      });
      if (!answer) return;
      storeSettings(client, () => ({ hints: answer.hints }));
      if (!answer.isGranted) return;
      nextAfter = performance.now() + PAUSE_MS;
      setShown(found);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void show(), Math.max(QUIET_MS, nextAfter - performance.now()));
    };
    const onChange = new MutationObserver(wait);
    onChange.observe(document.body, { childList: true, subtree: true });
    for (const event of ['pointerdown', 'keydown', 'scroll', 'resize'])
      window.addEventListener(event, wait, { capture: true, passive: true, signal: stop.signal });
    stop.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      onChange.disconnect();
    });
    wait();
    return () => stop.abort();
  }, [client, pathname, lastPage, unseen]);

  return { shown, close: () => setShown(null) };
}

/** The first hint with a visible anchor, placed next to an anchor that has space for it if there is one. */
function findHint(names: readonly HintName[]): ShownHint | null {
  if (document.visibilityState !== 'visible' || document.querySelector(BUSY) || isTyping()) return null;
  const hasKeyboard = window.matchMedia('(hover: hover)').matches;
  for (const name of names) {
    const { anchor: value, needsKeyboard } = hintTexts[name];
    if (needsKeyboard && !hasKeyboard) continue;
    const anchors = [...document.querySelectorAll<HTMLElement>(`[data-hint="${value}"]`)].filter(isInSight);
    for (const anchor of anchors) {
      const place = placeBeside(anchor);
      if (place) return { name, anchor, place };
    }
    if (anchors[0]) return { name, anchor: anchors[0], place: null };
  }
  return null;
}

/** Whether a shown hint may stay: nothing covers it, and its anchor is still there. */
export function canStay({ name, anchor }: ShownHint): boolean {
  return !document.querySelector(BUSY) && (anchor.isConnected || hintTexts[name].outlivesAnchor === true);
}

function isTyping(): boolean {
  const field = document.activeElement;
  return (
    (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) &&
    field.value !== '' &&
    !['checkbox', 'radio', 'button', 'submit'].includes(field.type)
  );
}

function isInSight(element: HTMLElement): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  if (left < 0 || top < 0 || right > window.innerWidth || bottom > window.innerHeight) return false;
  const topmost = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return topmost !== null && (element.contains(topmost) || topmost.contains(element));
}

/** Measuring an element whose drawing the browser skips would lay it out. */
const isSkipped = (element: Element) =>
  'checkVisibility' in element && !element.checkVisibility({ contentVisibilityAuto: true });

function placeBeside(anchor: HTMLElement): HintPlace | null {
  const size = { width: window.innerWidth, height: window.innerHeight };
  const controls = [...document.querySelectorAll(CONTROLS)].flatMap((element): Rect[] => {
    if (isSkipped(element)) return [];
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 ? [box] : [];
  });
  return findHintPlace(anchor.getBoundingClientRect(), HINT_SIZE, size, controls);
}
