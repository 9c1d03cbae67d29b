/** Computes the Lighthouse score without the speed index, which needs screenshots. */

export interface PageTimes {
  /** First contentful paint in ms; `lcp` is the largest one. */
  fcp: number
  lcp: number
  /** Total blocking time: the time beyond 50 ms of each main thread task, in ms. */
  tbt: number
  /** Cumulative layout shift. */
  cls: number
}

interface Curve {
  /** Value that scores 0.5; `p10` scores 0.9. */
  median: number
  p10: number
}

type Curves = Record<keyof PageTimes, Curve>

const shift = { median: 0.25, p10: 0.1 }
export const curves = {
  phone: {
    fcp: { median: 3000, p10: 1800 },
    lcp: { median: 4000, p10: 2500 },
    tbt: { median: 600, p10: 200 },
    cls: shift,
  },
  desktop: {
    fcp: { median: 1600, p10: 934 },
    lcp: { median: 2400, p10: 1200 },
    tbt: { median: 350, p10: 150 },
    cls: shift,
  },
} as const satisfies Record<string, Curves>

const weights: Record<keyof PageTimes, number> = { fcp: 10, lcp: 25, tbt: 30, cls: 25 }

/** Returns a score from 0 to 100. */
export function computeScore(times: PageTimes, by: Curves): number {
  const names = Object.keys(weights) as (keyof PageTimes)[]
  const sum = names.reduce((total, name) => total + weights[name], 0)
  const points = names.map((name) => weights[name] * getShareAbove(times[name], by[name]))
  return (100 * points.reduce((total, each) => total + each, 0)) / sum
}

/** Returns the share of a log-normal distribution that is above the value. */
function getShareAbove(value: number, { median, p10 }: Curve): number {
  if (value <= 0) return 1
  const inverseErfcOfOneFifth = 0.906_193_802_436_823_2
  const standard = (Math.log(value / median) * inverseErfcOfOneFifth) / -Math.log(p10 / median)
  return (1 - erf(standard)) / 2
}

/** Approximates the error function (Abramowitz and Stegun, 7.1.26). */
function erf(x: number): number {
  const t = 1 / (1 + 0.327_591_1 * Math.abs(x))
  const factors = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592]
  const polynomial = factors.reduce((sum, factor) => (sum + factor) * t, 0)
  return Math.sign(x) * (1 - polynomial * Math.exp(-x * x))
}
