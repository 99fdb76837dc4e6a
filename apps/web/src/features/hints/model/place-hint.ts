/** Edges in the window, in pixels. */
export type Rect = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface HintPlace {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
  /** The side of the hint at which its arrow is. */
  readonly arrow: 'top' | 'bottom' | 'left' | 'right';
  /** How far along that side the arrow is. */
  readonly arrowAt: number;
}

const GAP = 12;
const MARGIN = 12;
/** The arrow stays clear of the round corners. */
const CORNER = 20;

/**
 * A place next to the anchor at which the hint covers none of the `controls`. Null if there is no
 * such place: a hint must not be in the way.
 */
export function findHintPlace(
  anchor: Rect,
  hint: Size,
  window: Size,
  controls: readonly Rect[],
): HintPlace | null {
  const { width, height } = hint;
  const middle = { x: (anchor.left + anchor.right) / 2, y: (anchor.top + anchor.bottom) / 2 };
  const within = (value: number, room: number) => Math.max(MARGIN, Math.min(value, room - MARGIN));
  const clampX = (left: number) => within(left, window.width - width);
  const clampY = (top: number) => within(top, window.height - height);
  const [below, above] = [anchor.bottom + GAP, anchor.top - GAP - height];
  const [after, before] = [anchor.right + GAP, anchor.left - GAP - width];
  const starts = [anchor.left, anchor.right - width, middle.x - width / 2].map(clampX);
  const tops = [anchor.top, anchor.bottom - height].map(clampY);
  const places = [
    ...starts.map((left) => ({ left, top: below, arrow: 'top' as const })),
    ...tops.map((top) => ({ left: after, top, arrow: 'left' as const })),
    ...tops.map((top) => ({ left: before, top, arrow: 'right' as const })),
    ...starts.map((left) => ({ left, top: above, arrow: 'bottom' as const })),
  ];
  const place = places.find(({ left, top }) => {
    const box = { left, top, right: left + width, bottom: top + height };
    const isInWindow =
      left >= MARGIN &&
      top >= MARGIN &&
      box.right <= window.width - MARGIN &&
      box.bottom <= window.height - MARGIN;
    return isInWindow && !controls.some((control) => overlap(control, box));
  });
  if (!place) return null;
  const isVertical = place.arrow === 'top' || place.arrow === 'bottom';
  const [position, length] = isVertical ? [middle.x - place.left, width] : [middle.y - place.top, height];
  return {
    ...place,
    bottom: place.top + height,
    arrowAt: Math.max(CORNER, Math.min(position, length - CORNER)),
  };
}

export const overlap = (one: Rect, other: Rect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
