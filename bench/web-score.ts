/** What a page showed, in milliseconds; the layout shift has no unit. */
export interface Vitals {
  readonly firstContentfulPaint: number;
  readonly largestContentfulPaint: number;
  readonly totalBlockingTime: number;
  readonly cumulativeLayoutShift: number;
}

interface Curve {
  readonly weight: number;
  /** The value that scores 0.9, and the one that scores 0.5. */
  readonly p10: number;
  readonly median: number;
}

/** Lighthouse 10 and later, mobile, without its Speed Index, which needs a film of the page. */
const CURVES: Readonly<Record<keyof Vitals, Curve>> = {
  firstContentfulPaint: { weight: 0.1, p10: 1_800, median: 3_000 },
  largestContentfulPaint: { weight: 0.25, p10: 2_500, median: 4_000 },
  totalBlockingTime: { weight: 0.3, p10: 200, median: 600 },
  cumulativeLayoutShift: { weight: 0.25, p10: 0.1, median: 0.25 },
};

/** The standard normal quantile of 0.9. */
const Z_90 = 1.281_551_565_545;

/** The performance score, 0 to 100, from the metrics that we measure. */
export function scorePerformance(vitals: Vitals): number {
  let sum = 0;
  let weights = 0;
  for (const [name, { weight, p10, median }] of Object.entries(CURVES)) {
    const value = Math.max(vitals[name as keyof Vitals], Number.EPSILON);
    const deviation = (Math.log(median) - Math.log(p10)) / Z_90;
    sum += weight * (1 - normalShare((Math.log(value) - Math.log(median)) / deviation));
    weights += weight;
  }
  return (100 * sum) / weights;
}

/** The cumulative standard normal distribution (Abramowitz and Stegun, 26.2.17). */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return z > 0 ? 1 - tail : tail;
}
