import { hintNames } from '@dayloom/contracts';
import { describe, expect, it } from 'vitest';
import { hintTexts, listUnseen, splitKeys } from './hints.ts';
import { findHintPlace, overlap } from './place-hint.ts';

/** All components, as text. */
const sources = Object.entries(
  import.meta.glob<string>('../../../{app,features,ui}/**/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);

describe('hints', () => {
  it('are each about an element that a component names', () => {
    const named = sources.flatMap(([file, source]) =>
      file.includes('.test.')
        ? []
        : [...source.matchAll(/data-hint=(?:"([^"]+)"|\{[^{}?]+\? '([^']+)' : undefined\})/g)].map(
            ([, always, sometimes]) => always ?? sometimes,
          ),
    );
    const wanted = Object.values(hintTexts).map(({ anchor }) => anchor);
    expect(new Set(named)).toEqual(new Set(wanted));
  });

  it('are those that were not seen, and none when they are off', () => {
    expect(listUnseen({ isOn: true, seen: [] })).toEqual(hintNames);
    // A later version may have retired one that was seen.
    expect(listUnseen({ isOn: true, seen: ['undo', 'retired'] })).toEqual(
      hintNames.filter((name) => name !== 'undo'),
    );
    expect(listUnseen({ isOn: false, seen: [] })).toEqual([]);
  });

  it('name their keys apart from their words', () => {
    expect(splitKeys('<mod+z> takes it back, <q> adds')).toEqual([
      '',
      'mod+z',
      ' takes it back, ',
      'q',
      ' adds',
    ]);
  });
});

describe('the place of a hint', () => {
  const size = { width: 300, height: 120 };
  const desk = { width: 1440, height: 900 };
  const box = (left: number, top: number, width: number, height: number) => ({
    left,
    top,
    right: left + width,
    bottom: top + height,
  });
  const covered = (place: { left: number; top: number }) =>
    box(place.left, place.top, size.width, size.height);

  it('is below what it is about, with the arrow at its middle', () => {
    expect(findHintPlace(box(400, 100, 100, 36), size, desk, [])).toEqual({
      left: 400,
      top: 148,
      bottom: 268,
      arrow: 'top',
      arrowAt: 50,
    });
  });

  it('covers no control', () => {
    const anchor = box(400, 300, 100, 36);
    const controls = [anchor, box(300, 340, 600, 60), box(510, 300, 60, 36)];
    const place = findHintPlace(anchor, size, desk, controls);
    expect(place?.arrow).toBe('right');
    expect(place && controls.some((control) => overlap(control, covered(place)))).toBe(false);
  });

  it('stays within the window, also of a phone', () => {
    const place = findHintPlace(box(300, 20, 44, 44), size, { width: 360, height: 640 }, []);
    expect(place).toMatchObject({ left: 48, top: 76, arrow: 'top' });
    expect(place?.arrowAt).toBe(274);
  });

  it('is not shown where every place covers a control', () => {
    expect(
      findHintPlace(box(0, 300, 360, 40), size, { width: 360, height: 640 }, [box(0, 0, 360, 640)]),
    ).toBeNull();
  });
});
