import { useLayoutEffect, useRef } from 'react'
import type { Schemas } from '../../api/client'
import { formatInMinutes } from '../../i18n/date-time'
import { formatDate, t } from '../../i18n/i18n'
import { buildHeatMap, type HeatDay } from './heat-map'
import styles from './statistics.module.css'

interface YearMapProps {
  year: number
  statistics: Schemas['ReadingStatistics']
}

const cell = 14
const size = 11

/** One square for each day. The table by month below contains the numbers as text. */
export function YearMap({ year, statistics: { periods, summary } }: YearMapProps) {
  const days = buildHeatMap(year, periods)
  const weeks = (days.at(-1)?.week ?? 52) + 1
  const map = useRef<HTMLDivElement>(null)
  const lastWeek = days.findLast(({ level }) => level > 0)?.week ?? 0
  useLayoutEffect(() => {
    // On a phone, a year is wider than the screen.
    const { current: box } = map
    if (box) box.scrollLeft = (lastWeek + 2) * cell - box.clientWidth
  }, [lastWeek])
  const label = t('{days, plural, one {# day} other {# days}} of reading in {year}', {
    days: summary.daysRead,
    year: String(year),
  })
  return (
    <div
      ref={map}
      className={styles.map}
      tabIndex={0}
      role="region"
      aria-label={t('Days of the year')}
    >
      <svg
        viewBox={`0 0 ${weeks * cell} ${7 * cell}`}
        width={weeks * cell}
        height={7 * cell}
        role="img"
        aria-label={label}
      >
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
    </div>
  )
}

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
