/** The days of a year, grouped by week, each with a level for the amount of reading. Pure. */
export interface HeatDay {
  /** Date such as 2026-01-31. */
  date: string
  /** Column, starting at 0. Weeks begin on Monday. */
  week: number
  /** 0 for Monday. */
  weekday: number
  totalMs: number
  pages: number
  /** 0 for no reading. 1 to 4: quartile among the days with reading. */
  level: number
}

interface ReadDay {
  bucket: string
  duration: { totalMs: number }
  pagesRead: number
}

const levels = 4

export function buildHeatMap(year: number, periods: readonly ReadDay[]): HeatDay[] {
  const read = new Map(periods.map((period) => [period.bucket, period]))
  const weights = periods.map(getWeight).filter((weight) => weight > 0)
  const sorted = weights.toSorted((a, b) => a - b)
  const days: HeatDay[] = []
  const first = new Date(Date.UTC(year, 0, 1))
  const offset = (first.getUTCDay() + 6) % 7
  for (let day = 0; ; day++) {
    const at = new Date(Date.UTC(year, 0, 1 + day))
    if (at.getUTCFullYear() !== year) return days
    const date = at.toISOString().slice(0, 10)
    const period = read.get(date)
    days.push({
      date,
      week: Math.floor((day + offset) / 7),
      weekday: (day + offset) % 7,
      totalMs: period?.duration.totalMs ?? 0,
      pages: period?.pagesRead ?? 0,
      level: period ? getLevel(getWeight(period), sorted) : 0,
    })
  }
}

/** Each page counts as at least half a minute, because the time spent on it may be unknown. */
const getWeight = ({ duration, pagesRead }: ReadDay) =>
  Math.max(duration.totalMs, pagesRead * 30_000)

function getLevel(weight: number, sorted: readonly number[]): number {
  if (weight === 0) return 0
  const below = sorted.filter((other) => other < weight).length
  return 1 + Math.min(levels - 1, Math.floor((below / sorted.length) * levels))
}
