/**
 * Local days in a time zone, for use in SQL. The offset from UTC changes only a few times in a
 * span, and these times are computed in advance.
 */
import { type SQL, sql } from 'drizzle-orm'
import { invalid } from '../../errors'
import { requestMessages, valueMessages } from '../../platform/messages/common'

export const dayMs = 24 * 3_600_000
const minuteMs = 60_000
/**
 * Interval between the times at which the offset is checked. No time zone changes its offset twice
 * within a week.
 */
const stepMs = 7 * dayMs

interface Segment {
  /** Time at which the next offset begins to apply. */
  untilMs: number
  offsetMs: number
}

export class LocalDays {
  readonly #getOffset: (ms: number) => number
  readonly #segments: Segment[]

  constructor(timeZone: string | undefined, { fromMs, toMs }: { fromMs: number; toMs: number }) {
    this.#getOffset = createOffsets(timeZone ?? 'UTC')
    // Extends past the end of the span, because sessions that begin near it may last until the next
    // day.
    this.#segments = findSegments(this.#getOffset, fromMs, toMs + 2 * dayMs)
  }

  /** Returns the number of local days since 1970-01-01. */
  dayOf(ms: number): number {
    return Math.floor((ms + this.#getOffset(ms)) / dayMs)
  }

  /** Builds SQL for the offset at a time. Both are in milliseconds. */
  offsetSql(ms: SQL): SQL {
    const last = this.#segments.at(-1)!
    if (this.#segments.length === 1) return sql.raw(String(last.offsetMs))
    const cases = this.#segments
      .slice(0, -1)
      .map(
        ({ untilMs, offsetMs }) =>
          sql`when ${ms} < ${sql.raw(String(untilMs))} then ${sql.raw(String(offsetMs))}`,
      )
    return sql`(case ${sql.join(cases, sql` `)} else ${sql.raw(String(last.offsetMs))} end)`
  }

  /** Builds SQL for the local day number. Times are after 1970, so the division rounds down. */
  daySql(ms: SQL): SQL {
    return sql`((${ms} + ${this.offsetSql(ms)}) / ${sql.raw(String(dayMs))})`
  }
}

export const formatDay = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

function findSegments(getOffset: (ms: number) => number, fromMs: number, toMs: number): Segment[] {
  const segments: Segment[] = []
  let offsetMs = getOffset(fromMs)
  for (let ms = fromMs; ms < toMs; ms += stepMs) {
    const next = Math.min(ms + stepMs, toMs)
    const offset = getOffset(next)
    if (offset === offsetMs) continue
    segments.push({ untilMs: findChange(getOffset, ms, next), offsetMs })
    offsetMs = offset
  }
  return [...segments, { untilMs: Infinity, offsetMs }]
}

/** Finds the first minute with the offset that applies at the end of the span. */
function findChange(getOffset: (ms: number) => number, fromMs: number, toMs: number): number {
  let [low, high] = [Math.floor(fromMs / minuteMs), Math.ceil(toMs / minuteMs)]
  const after = getOffset(toMs)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (getOffset(middle * minuteMs) === after) high = middle
    else low = middle
  }
  return high * minuteMs
}

function createOffsets(timeZone: string): (ms: number) => number {
  const format = createFormat(timeZone)
  const known = new Map<number, number>()
  return (ms) => {
    const minute = Math.floor(ms / minuteMs)
    const found = known.get(minute)
    if (found !== undefined) return found
    const offset = computeOffset(format, minute * minuteMs)
    known.set(minute, offset)
    return offset
  }
}

function computeOffset(format: Intl.DateTimeFormat, ms: number): number {
  const parts = Object.fromEntries(
    format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]),
  )
  const { year, month, day, hour, minute, second } = parts as Record<string, number>
  return Date.UTC(year!, month! - 1, day, hour, minute, second) - ms
}

function createFormat(timeZone: string) {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    const message = valueMessages.one_of({ values: 'Europe/Berlin, America/New_York, UTC …' })
    throw invalid(requestMessages.query_invalid(), [{ path: 'timeZone', message }])
  }
}
