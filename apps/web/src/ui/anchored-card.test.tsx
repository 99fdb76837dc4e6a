import { expect, test } from 'vitest';
import { placeNextToAnchor } from './anchored-card.tsx';

test('a card is beside what is small, and over the end of what spans the page', () => {
  const column = { top: 200, bottom: 280 };
  expect(placeNextToAnchor({ ...column, left: 500, right: 630 }, 1440)).toEqual({
    place: { left: 638, top: 200 },
    align: 'left',
  });
  expect(placeNextToAnchor({ ...column, left: 1300, right: 1430 }, 1440)).toEqual({
    place: { left: 1292, top: 200 },
    align: 'right',
  });
  expect(placeNextToAnchor({ ...column, left: 60, right: 600 }, 700)).toEqual({
    place: { left: 60, top: 288 },
    align: 'left',
  });
  // A row of the agenda; left of it are the tasks and the calendars.
  expect(placeNextToAnchor({ top: 360, bottom: 400, left: 475, right: 1417 }, 1440)).toEqual({
    place: { left: 1409, top: 408 },
    align: 'right',
  });
  // A block of several hours in the view of one day.
  expect(placeNextToAnchor({ top: 100, bottom: 800, left: 500, right: 1430 }, 1440)).toEqual({
    place: { left: 1422, top: 148 },
    align: 'right',
  });
});
