import type { Hints as HintSettings } from '@dayloom/contracts';
import { useEffect, useRef } from 'react';
import { useBodyMark } from '#lib/use-body-mark.ts';
import { useLocation } from '#lib/use-router.tsx';
import { Button } from '#ui/button.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { notify } from '#ui/toast.tsx';
import { canStay, useHint } from '../hooks/use-hint.ts';
import { useHintSettings } from '../hooks/use-hint-settings.ts';
import { hintTexts, splitKeys } from '../model/hints.ts';
import type { HintPlace } from '../model/place-hint.ts';
import './hints.css';

/**
 * The hint that is shown on the page. It takes no focus; screen readers announce it when they pause. Escape, a click
 * outside, a dialog or another page close it.
 */
export default function Hints({ hints }: { hints: HintSettings }) {
  const { pathname } = useLocation();
  const { shown, close } = useHint(hints, pathname);
  const save = useHintSettings();
  const card = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!shown) return;
    const stop = new AbortController();
    const end = () => {
      // The focus must not get lost with the button that had it.
      if (card.current?.contains(document.activeElement))
        document.querySelector<HTMLElement>('#main')?.focus();
      close();
    };
    const listen = <K extends keyof WindowEventMap>(type: K, end: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(type, end, { capture: true, passive: true, signal: stop.signal });
    listen('keydown', ({ key, isComposing }) => key === 'Escape' && !isComposing && end());
    listen('pointerdown', ({ target }) => {
      if (target instanceof Node && !card.current?.contains(target)) end();
    });
    // A strip says nothing about its place, so the control that it explains is marked.
    if (shown.place) {
      listen('scroll', end);
      listen('resize', end);
    } else markAnchor(shown.anchor, { isMarked: true });
    const observer = new MutationObserver(() => {
      if (!canStay(shown)) end();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      stop.abort();
      observer.disconnect();
      markAnchor(shown.anchor, { isMarked: false });
    };
  }, [shown, close]);

  const turnOff = () => {
    save({ isOn: false });
    close();
    notify.info('Hints are off. You can turn them on again in Settings > Preferences.');
  };
  const hint = shown && hintTexts[shown.name];
  const place = shown?.place;
  useBodyMark('leaves-corner', Boolean(hint) && !place);
  return (
    <div aria-live="polite" className="hints">
      {shown && hint && (
        <aside
          ref={card}
          aria-label="Hint"
          className={place ? 'hints-card' : 'hints-strip'}
          data-arrow={place?.arrow}
          style={place ? toStyle(place) : undefined}
        >
          {place && !hint.outlivesAnchor && (
            <span
              className="hints-arrow"
              aria-hidden="true"
              style={
                place.arrow === 'top' || place.arrow === 'bottom'
                  ? { left: place.arrowAt }
                  : { top: place.arrowAt }
              }
            />
          )}
          <div className="hints-words">
            <p className="hints-title text-h3">{hint.title}</p>
            <p className="hints-text text-small">
              {splitKeys(hint.text).map((part, index) =>
                // oxlint-disable-next-line react/no-array-index-key -- the parts of a text do not move
                index % 2 === 1 ? <Kbd key={index} keys={part} /> : <span key={index}>{part}</span>,
              )}
            </p>
          </div>
          <div className="hints-actions">
            <Button size="small" onClick={close}>
              Got it
            </Button>
            <Button size="small" variant="text" onClick={turnOff}>
              No more hints
            </Button>
          </div>
        </aside>
      )}
    </div>
  );
}

/** React does not manage the mark, so it stays when the element is rendered again. */
const markAnchor = (anchor: HTMLElement, { isMarked }: { isMarked: boolean }) =>
  anchor.toggleAttribute('data-hinted', isMarked);

/** The place has the most room that a hint takes: one above its anchor has its lower edge there. */
const toStyle = ({ left, top, bottom, arrow }: HintPlace) =>
  arrow === 'bottom' ? { left, bottom: window.innerHeight - bottom } : { left, top };
