/** Links to statistics for other years. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '../../i18n/i18n'
import { coverageQuery } from './queries'
import styles from './statistics.module.css'

export const thisYear = () => new Date().getFullYear()

const maxYears = 12

/**
 * Links to the years from the first one with reading to the current one, at most the latest twelve.
 */
export function YearLinks({ year }: { year: number }) {
  const coverage = useQuery({ ...coverageQuery(), staleTime: 0 })
  const first = coverage.data?.firstReadAt
  const from = first ? new Date(first).getFullYear() : thisYear()
  const count = Math.min(maxYears, Math.max(1, thisYear() - from + 1))
  return (
    <nav className={styles.years} aria-label={t('Years')}>
      {Array.from({ length: count }, (_, i) => thisYear() - i).map((each) => (
        <Link
          key={each}
          to="/statistics"
          search={each === thisYear() ? {} : { year: each }}
          replace
          className={styles.year}
          aria-current={each === year ? 'page' : undefined}
          activeProps={{}}
        >
          {String(each)}
        </Link>
      ))}
    </nav>
  )
}
