import type { PublicEventType, Slot } from '@dayloom/contracts';
import { pickDuration, pickEventType, readWantedEventType } from '@dayloom/contracts/booking-page';
import { getFirstDay, getFirstWeekday, listWeeks, type Month, toMonth } from '#lib/months.ts';
import { findFirstSlots } from './first-slots.ts';
import { joinFirstNames } from './hosts.ts';
import { ICON_PATHS, type IconName } from './icon-paths.ts';
import {
  createLocalTime,
  describeDifference,
  describeZone,
  guessTimeZone,
  hasTwelveHours,
  type LocalTime,
  listWeekdays,
} from './local-time.ts';
import { describeLocation } from './location.ts';
import { groupByDay } from './months.ts';
import type { PageData } from './page-data.ts';
import { describeMissing, describePreference } from './slot-reasons.ts';

/**
 * Adds the month and the free times to the page that the server has written, in the visitor's zone, which the server
 * does not know. They are seen before the page's script has been loaded; then its components replace them. The markup is
 * that of the components, as a test says. What is clicked meanwhile is marked for `keepFirstChoice`.
 */
export function addFirstTimes(root: HTMLElement, { response, firstSlots }: PageData, search: string): void {
  const card = root.querySelector('.booking-card');
  const [first, ...others] = response.eventTypes;
  if (!card || !first) return;
  const wanted = readWantedEventType(new Map(new URLSearchParams(search)));
  const eventType = pickEventType([first, ...others], wanted);
  const localTime = createLocalTime(guessTimeZone(), hasTwelveHours());
  const today = localTime.toDay(new Date().toISOString());
  const month = toMonth(today);
  const durationMinutes = pickDuration(eventType, wanted.durationMinutes);
  const sent = findFirstSlots(firstSlots, {
    eventType: eventType.slug,
    durationMinutes,
    month,
    timeZone: localTime.timeZone,
  });
  if (!sent || sent.slots.length === 0) return;
  const who = joinFirstNames(response.hosts);
  card
    .querySelector('.event-types')
    ?.append(...describeEventType(eventType, { who, durationMinutes, hasOthers: others.length > 0 }));
  card
    .querySelector('.booking-card-aside')
    ?.append(element('p', { class: 'booking-card-note' }, describeMissing(who)));
  const shown = { localTime, today, month, who, hostTimeZone: response.timeZone };
  const days = groupByDay(sent.slots, localTime.toDay);
  const show = (day: number): void => {
    const onDay = (next: number, isFree: boolean) => {
      if (!isFree) return;
      show(next);
      for (const one of card.querySelectorAll<HTMLElement>('.month-grid-day[data-chosen]'))
        one.dataset['clicked'] = '';
      card.querySelector<HTMLElement>('.slot-list-time')?.focus();
    };
    const times = drawTimes(days, day, { ...shown, onDay });
    const before = card.querySelector('.time-chooser');
    if (before) before.replaceWith(times);
    else card.append(times);
  };
  const [firstDay = 0] = days.keys();
  show(firstDay);
  // The last click is marked, beside that on a day.
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button');
    if (!button || button.matches('.month-grid-day') || !card.isConnected) return;
    for (const one of card.querySelectorAll<HTMLElement>('[data-clicked]:not(.month-grid-day)')) {
      delete one.dataset['clicked'];
      if (one.ariaPressed) one.ariaPressed = 'false';
    }
    button.dataset['clicked'] = '';
    if (button.ariaPressed) button.ariaPressed = 'true';
  });
  // Another event type has other times.
  card
    .querySelector('.event-types')
    ?.addEventListener('change', () => card.querySelector('.time-chooser')?.remove());
}

interface Shown {
  readonly localTime: LocalTime;
  readonly today: number;
  readonly month: Month;
  readonly who: string;
  readonly hostTimeZone: string;
  readonly onDay: (day: number, isFree: boolean) => void;
}

interface ChosenEventType {
  readonly who: string;
  readonly durationMinutes: number;
  readonly hasOthers: boolean;
}

function describeEventType(
  eventType: PublicEventType,
  { who, durationMinutes, hasOthers }: ChosenEventType,
): Node[] {
  const { durations, description } = eventType;
  const toLength = (minutes: number) => `${minutes} min`;
  const where = describeLocation(eventType, who);
  const more = { class: 'event-types-more', type: 'button', 'aria-expanded': 'false' };
  return [
    ...(hasOthers ? [element('button', more, 'Other meetings', icon('down', 16))] : []),
    ...(durations.length > 1
      ? [drawChoices('Length', durations.map(toLength), toLength(durationMinutes))]
      : []),
    ...(description ? [element('p', { class: 'event-types-description' }, description)] : []),
    ...(where
      ? [element('p', { class: 'event-types-where' }, icon(where.icon, 16), element('span', {}, where.text))]
      : []),
  ];
}

function drawTimes(days: ReadonlyMap<number, readonly Slot[]>, day: number, shown: Shown): Element {
  const { localTime, who, hostTimeZone } = shown;
  const daySlots = days.get(day) ?? [];
  const [first] = daySlots;
  const preferredDays = new Set(
    [...days].flatMap(([one, slots]) => (slots.some(({ preferred }) => preferred) ? [one] : [])),
  );
  return element(
    'div',
    { class: 'time-chooser' },
    element(
      'div',
      { class: 'time-chooser-month' },
      drawMonth({ ...shown, day, freeDays: new Set(days.keys()), preferredDays }),
      element(
        'div',
        { class: 'time-chooser-foot' },
        element(
          'span',
          { class: 'zone-select' },
          icon('globe', 16),
          element('input', {
            class: 'search-select zone-select-input',
            type: 'text',
            readonly: '',
            'aria-label': 'Time zone',
            value: describeZone(localTime.timeZone),
          }),
          icon('down', 16),
        ),
        ...(preferredDays.size > 0
          ? [
              element(
                'span',
                { class: 'time-chooser-legend' },
                element('span', { class: 'time-chooser-mark', 'aria-hidden': 'true' }),
                ` suits ${who} best`,
              ),
            ]
          : []),
      ),
      element(
        'div',
        { class: 'compare-calendars' },
        element(
          'button',
          { class: 'compare-calendars-button', type: 'button' },
          'Compare with a calendar file',
        ),
        element('output', { class: 'compare-calendars-status' }),
      ),
    ),
    element(
      'section',
      { class: 'time-chooser-times', 'aria-label': 'Time' },
      element(
        'div',
        { class: 'time-chooser-head' },
        element('h2', {}, localTime.formatShortDay(day)),
        drawChoices('Clock', ['12 h', '24 h'], localTime.isTwelveHours ? '12 h' : '24 h'),
      ),
      element(
        'ul',
        { class: 'slot-list' },
        ...daySlots.map((slot) =>
          element(
            'li',
            { class: 'slot-list-one' },
            element(
              'button',
              {
                class: 'slot-list-time n',
                type: 'button',
                'aria-pressed': 'false',
                ...(slot.preferred && { title: describePreference(slot, who) }),
              },
              ...(slot.preferred
                ? [element('span', { class: 'slot-list-mark', 'aria-hidden': 'true' })]
                : []),
              localTime.formatTime(slot.startsAt),
            ),
            ...(slot.preferred
              ? [element('span', { class: 'slot-list-reason' }, describePreference(slot, who))]
              : []),
          ),
        ),
      ),
      ...(first
        ? [
            element(
              'p',
              { class: 'time-chooser-zone' },
              describeDifference(hostTimeZone, localTime.timeZone, first.startsAt),
            ),
          ]
        : []),
      element('button', { class: 'button button-text', type: 'button' }, 'None fits? Request a time'),
    ),
  );
}

/** A few visible choices, of which one is checked (`ui/segmented-control.tsx`). */
function drawChoices(label: string, options: readonly string[], checked: string): Node {
  return element(
    'fieldset',
    { class: 'segmented-control', 'aria-label': label },
    ...options.map((option) =>
      element(
        'label',
        { class: 'segmented-control-option' },
        element('input', { type: 'radio', name: label, ...(option === checked && { checked: '' }) }),
        option,
      ),
    ),
  );
}

interface ShownMonth extends Shown {
  /** The day whose times are shown. */
  readonly day: number;
  readonly freeDays: ReadonlySet<number>;
  readonly preferredDays: ReadonlySet<number>;
}

function drawMonth(shown: ShownMonth): Node {
  const { localTime, today, month, day: chosenDay, freeDays, preferredDays, onDay } = shown;
  const firstDay = getFirstDay(month);
  const firstWeekday = getFirstWeekday();
  const toButton = (day: number) => {
    const button = element(
      'button',
      {
        class: 'month-grid-day n',
        type: 'button',
        'aria-label': localTime.formatLongDay(day),
        'aria-disabled': String(!freeDays.has(day)),
        ...(day === today && { 'aria-current': 'date' }),
        ...(day === chosenDay && { 'data-chosen': '' }),
        ...(preferredDays.has(day) && { 'data-preferred': '' }),
        tabindex: day === chosenDay ? '0' : '-1',
      },
      String(day - firstDay + 1),
    );
    button.addEventListener('click', () => onDay(day, freeDays.has(day)));
    return button;
  };
  const turn = (label: string, name: IconName, attributes: Attributes = {}) =>
    element(
      'button',
      { class: 'turn-buttons', type: 'button', 'aria-label': label, ...attributes },
      icon(name, 18),
    );
  return element(
    'section',
    { class: 'month-grid', 'aria-label': 'Day' },
    element(
      'div',
      { class: 'month-grid-head' },
      element('h2', { id: 'month-grid-name' }, localTime.formatMonth(firstDay)),
      turn('Previous month', 'previous', { disabled: '' }),
      turn('Next month', 'next'),
    ),
    element(
      'table',
      { role: 'grid', class: 'month-grid-days', 'aria-labelledby': 'month-grid-name', 'aria-busy': 'false' },
      element(
        'thead',
        {},
        element(
          'tr',
          {},
          ...listWeekdays(firstWeekday).map(({ short, long }) =>
            element('th', { scope: 'col', abbr: long }, short),
          ),
        ),
      ),
      element(
        'tbody',
        {},
        ...listWeeks(month, firstWeekday).map((week) =>
          element(
            'tr',
            {},
            ...week.map((day) =>
              element(
                'td',
                { 'aria-selected': String(day !== null && day === chosenDay) },
                ...(day === null ? [] : [toButton(day)]),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

type Attributes = Readonly<Record<string, string>>;

function element(tag: string, attributes: Attributes, ...children: readonly (Node | string)[]): Element {
  return fill(document.createElement(tag), attributes, children);
}

const SVG = 'http://www.w3.org/2000/svg';

function icon(name: IconName, size: number): Element {
  const shape = fill(document.createElementNS(SVG, 'path'), { d: ICON_PATHS[name] }, []);
  const attributes = {
    width: String(size),
    height: String(size),
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.75',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  return fill(document.createElementNS(SVG, 'svg'), attributes, [shape]);
}

function fill(made: Element, attributes: Attributes, children: readonly (Node | string)[]): Element {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
