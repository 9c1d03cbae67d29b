import { useLayoutEffect, useRef } from 'react'
import type { Schemas } from '../../api/client'
import { formatInMinutes } from '../../i18n/date-time'
import { getFormatLocale } from '../../i18n/format-locale'
import { formatDate, t } from '../../i18n/i18n'
import { buildHeatMap, type HeatDay } from './heat-map'
import styles from './statistics.module.css'

interface YearMapProps {
  year: number
  statistics: Schemas['ReadingStatistics']
}

const cell = 14
const size = 11
/** Space for the month names. */
const top = 18

/** One square for each day. The table by month below contains the numbers as text. */
export function YearMap({ year, statistics: { periods, summary } }: YearMapProps) {
  const days = buildHeatMap(year, periods)
  const weeks = (days.at(-1)?.week ?? 52) + 1
  const map = useRef<HTMLDivElement>(null)
  const lastWeek = days.findLast(({ level }) => level > 0)?.week ?? 0
  useLayoutEffect(() => {
    // Scrolls to the last week with reading, because a year is wider than the screen of a phone.
    const { current: box } = map
    if (box) box.scrollLeft = box.scrollWidth - (weeks - lastWeek - 2) * cell - box.clientWidth
  }, [lastWeek, weeks])
  const label = t('{days, plural, one {# day} other {# days}} of reading in {year}', {
    days: summary.daysRead,
    year: String(year),
  })
  return (
    <div className={styles.heat}>
      <div
        ref={map}
        className={styles.map}
        tabIndex={0}
        role="region"
        aria-label={t('Days of the year')}
      >
        <Weekdays />
        <Days days={days} weeks={weeks} label={label} />
      </div>
      <Legend />
    </div>
  )
}

interface DaysProps {
  days: readonly HeatDay[]
  weeks: number
  label: string
}

const Days = ({ days, weeks, label }: DaysProps) => (
  <svg
    viewBox={`0 ${-top} ${weeks * cell} ${7 * cell + top}`}
    width={weeks * cell}
    role="img"
    aria-label={label}
  >
    {listMonths(days).map(({ name, week }) => (
      <text key={name} x={week * cell} y={-6}>
        {name}
      </text>
    ))}
    {days.map((day) => (
      <rect
        key={day.date}
        x={day.week * cell}
        y={day.weekday * cell}
        width={size}
        height={size}
        rx={2.5}
        data-level={day.level}
      >
        <title>{describe(day)}</title>
      </rect>
    ))}
  </svg>
)

/** Stays visible while the days scroll, so it is separate from the chart. */
const Weekdays = () => (
  <div className={styles.weekdays} aria-hidden="true">
    {namedWeekdays.map((weekday) => (
      <span key={weekday} style={{ gridRow: weekday + 2 }}>
        {formatWeekday(weekday)}
      </span>
    ))}
  </div>
)

/** The levels, from "Less" to "More". */
const Legend = () => (
  <p className={styles.legend} aria-hidden="true">
    <span>{t('Less')}</span>
    <svg width={5 * cell} height={size}>
      {[0, 1, 2, 3, 4].map((level) => (
        <rect key={level} x={level * cell} width={size} height={size} rx={2.5} data-level={level} />
      ))}
    </svg>
    <span>{t('More')}</span>
  </p>
)

/** Lists the months with the column in which each of them starts. */
const listMonths = (days: readonly HeatDay[]) =>
  days
    .filter(({ date }) => date.endsWith('-01'))
    .map(({ date, week }) => ({ week, name: formatPart({ month: 'short' }, new Date(date)) }))

/** Monday, Wednesday and Friday. Monday is 0. */
const namedWeekdays = [0, 2, 4]

/** January 1, 2024 was a Monday. */
const formatWeekday = (weekday: number) =>
  formatPart({ weekday: 'short' }, new Date(Date.UTC(2024, 0, 1 + weekday)))

const formatPart = (part: Intl.DateTimeFormatOptions, date: Date) =>
  new Intl.DateTimeFormat(getFormatLocale(), { ...part, timeZone: 'UTC' }).format(date)

function describe({ date, totalMs, pages }: HeatDay) {
  const [year, month, day] = date.split('-').map(Number)
  const name = formatDate(new Date(year!, month! - 1, day))
  if (totalMs === 0 && pages === 0) return name
  return `${name}: ${formatTimeAndPages(totalMs, pages)}`
}

const formatTimeAndPages = (totalMs: number, pages: number) =>
  [
    totalMs > 0 ? formatInMinutes(totalMs) : '',
    t('{count, plural, one {# page} other {# pages}}', { count: pages }),
  ]
    .filter(Boolean)
    .join(', ')
