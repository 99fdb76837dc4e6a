import { rule } from './chart.ts';
import type { Series } from './series.ts';
import { isFiner, type Unit } from './spans.ts';

/** The part of a time that an expression gives. Expressions for different parts can be joined: 'Friday' and 'at 5'. */
export type Aspect = 'weekday' | 'day' | 'month' | 'year' | 'week' | 'part' | 'clock';

export interface NumberValue {
  readonly kind: 'number';
  readonly number: number;
  readonly isDigits: boolean;
  /** 'a', 'another': a count, and no time of day. */
  readonly isArticle: boolean;
}
export interface OrdinalValue {
  readonly kind: 'ordinal';
  readonly number: number;
}
export interface UnitValue {
  readonly kind: 'unit';
  readonly unit: Unit;
}
/** '2 hours and 30 minutes': at most one entry of each unit. */
export interface LengthValue {
  readonly kind: 'length';
  readonly parts: readonly { readonly count: number; readonly unit: Unit }[];
}
/** Minutes since midnight; `isEither` with less than 720: in the first or in the second half of the day. */
export interface ClockTime {
  readonly minute: number;
  readonly isEither: boolean;
  /** Four figures that are more often a year: '2015'. */
  readonly isMaybeYear?: boolean;
}
export interface WhenValue {
  readonly kind: 'when';
  readonly series: Series;
  readonly aspects: ReadonlySet<Aspect>;
  /** Said in words that count only together with others: '8', 'the 5th of', '2014'. */
  readonly isLatent: boolean;
  /** The time of day that was said, and the one at which it ends. */
  readonly clock: ClockTime | null;
  readonly clockEnd: ClockTime | null;
  /** 'on Saturday at 7': the half of the day was chosen here. */
  readonly isHalfChosen: boolean;
  /** The part of the day that was said, in minutes since midnight. */
  readonly part: readonly [number, number] | null;
  /** Figures that were read as a time without a word for it: '27 Aug 1440'. Other readings come first. */
  readonly isGuess: boolean;
  /** Two times: 'from 3 to 5', or a period that was named as such ('next 3 days'). */
  readonly isRange: boolean;
  /** 'after 5': the end is open; 'until 5': the beginning is. */
  readonly open: 'after' | 'before' | null;
}
/** Days of the week (0 = Monday). `isPlural`: 'Tuesdays'. */
export interface DaysValue {
  readonly kind: 'days';
  readonly days: readonly number[];
  readonly isPlural: boolean;
}
/** 'the first and last', -1 for the last. */
export interface OrdinalsValue {
  readonly kind: 'ordinals';
  readonly ordinals: readonly number[];
}
/** 'first Friday and third Tuesday' as [1, 4] and [3, 1]. */
export interface NthsValue {
  readonly kind: 'nths';
  readonly nths: readonly (readonly [number, number])[];
}
/** A repetition: its parts are those of an RFC 5545 rule. */
export interface RepeatValue {
  readonly kind: 'repeat';
  readonly unit: Unit;
  readonly parts: Readonly<Record<string, string>>;
  /** The part of the day that was said, in minutes since midnight. */
  readonly part?: readonly [number, number];
}
export type Value =
  | NumberValue
  | OrdinalValue
  | UnitValue
  | LengthValue
  | WhenValue
  | DaysValue
  | OrdinalsValue
  | NthsValue
  | RepeatValue;

export const timeRule = rule<Value>();

export const isNumber = (value: Value): value is NumberValue => value.kind === 'number';
export const isOrdinal = (value: Value): value is OrdinalValue => value.kind === 'ordinal';
export const isUnit = (value: Value): value is UnitValue => value.kind === 'unit';
export const isLength = (value: Value): value is LengthValue => value.kind === 'length';
export const isDays = (value: Value): value is DaysValue => value.kind === 'days';
export const isOrdinals = (value: Value): value is OrdinalsValue => value.kind === 'ordinals';
export const isNths = (value: Value): value is NthsValue => value.kind === 'nths';
export const isRepeat = (value: Value): value is RepeatValue => value.kind === 'repeat';
export const isWhen = (value: Value): value is WhenValue => value.kind === 'when';

/** An expression that says this and nothing else. */
const saysOnly = (value: Value, aspect: Aspect): boolean =>
  value.kind === 'when' && value.aspects.size === 1 && value.aspects.has(aspect);

/** A weekday without a date. */
export const isWeekday = (value: Value): value is WhenValue => saysOnly(value, 'weekday');
export const isMonth = (value: Value): value is WhenValue => saysOnly(value, 'month');
export const isClock = (value: Value): value is WhenValue =>
  value.kind === 'when' && saysOnly(value, 'clock') && !value.isRange && value.open === null;
export const isPart = (value: Value): value is WhenValue => saysOnly(value, 'part');
/** One or several whole days, weeks, months or years. */
export const isDate = (value: Value): value is WhenValue =>
  value.kind === 'when' &&
  !value.aspects.has('clock') &&
  !value.aspects.has('part') &&
  !value.isLatent &&
  value.open === null;
/** What something can be the first or the end of: a date, or a period that counts only with others. */
export const isPeriod = (value: Value): value is WhenValue => isDate(value) || isLatentPeriod(value);
const isLatentPeriod = (value: Value): boolean =>
  value.kind === 'when' && value.isLatent && isFiner('day', value.series.unit);
/** One day. */
export const isDay = (value: Value): value is WhenValue =>
  isDate(value) && value.series.unit === 'day' && !value.isRange;

export function when(series: Series, aspects: readonly Aspect[], more: Partial<WhenValue> = {}): WhenValue {
  return {
    kind: 'when',
    series,
    aspects: new Set(aspects),
    isLatent: false,
    isHalfChosen: false,
    clock: null,
    clockEnd: null,
    part: null,
    isGuess: false,
    isRange: false,
    open: null,
    ...more,
  };
}
