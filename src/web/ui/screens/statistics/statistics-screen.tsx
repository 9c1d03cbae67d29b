/** Reading statistics: a year at a glance, and a breakdown. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { Card } from '../../components/card/card'
import { Figures } from '../../components/charts/figures'
import { classes } from '../../components/class-names'
import { buttonClass } from '../../components/controls/button'
import { ErrorState, Loading } from '../../components/feedback/states'
import { StarIcon } from '../../components/icons'
import { ReadingNavigation } from '../../components/reading-life/reading-navigation'
import { formatInMinutes } from '../../i18n/date-time'
import { formatNumber, t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { Breakdown } from './breakdown'
import { PaceCard } from './pace-card'
import { paceQuery, yearQuery } from './queries'
import styles from './statistics.module.css'
import { thisYear, YearLinks } from './year-links'
import { YearMap } from './year-map'

export function StatisticsScreen() {
  usePageTitle(t('Statistics'))
  const { year = thisYear() } = useSearch({ from: '/signedIn/shell/statistics' })
  const statistics = useQuery({
    ...yearQuery(year),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // The server may still be processing events in the background.
    refetchInterval: ({ state }) => (state.data?.isComplete === false ? 3_000 : false),
  })
  const { data } = statistics
  return (
    <div className={styles.body}>
      <ReadingNavigation />
      <header className={styles.head}>
        <h1>{t('Statistics')}</h1>
        <YearLinks year={year} />
      </header>
      {data ? (
        <Year year={year} statistics={data} />
      ) : statistics.isError ? (
        <ErrorState error={statistics.error} retry={statistics.refetch} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

/** One figure for both streaks, so that no figure is alone in a row. */
const formatStreak = (longest: number, current: number | undefined): readonly [string, string] =>
  current === undefined
    ? [t('Longest streak in days'), formatNumber(longest)]
    : [
        t('Streak in days (longest: {longest})', { longest: formatNumber(longest) }),
        formatNumber(current),
      ]

type Summary = Schemas['ReadingStatistics']['summary']

const listFigures = (
  summary: Summary,
  streak: number | undefined,
): readonly (readonly [string, string])[] => [
  [t('Reading time'), formatInMinutes(summary.duration.totalMs)],
  [
    t('{count, plural, one {Page} other {Pages}}', { count: summary.pagesRead }),
    formatNumber(summary.pagesRead),
  ],
  [
    t('{count, plural, one {Book finished} other {Books finished}}', {
      count: summary.booksFinished,
    }),
    formatNumber(summary.booksFinished),
  ],
  [
    t('{count, plural, one {Series finished} other {Series finished}}', {
      count: summary.seriesFinished,
    }),
    formatNumber(summary.seriesFinished),
  ],
  [
    t('{count, plural, one {Day of reading} other {Days of reading}}', {
      count: summary.daysRead,
    }),
    formatNumber(summary.daysRead),
  ],
  formatStreak(summary.longestStreak, streak),
]

interface YearProps {
  year: number
  statistics: Schemas['ReadingStatistics']
}

function Year({ year, statistics }: YearProps) {
  const pace = useQuery({ ...paceQuery(), staleTime: 0 })
  const { summary, isComplete } = statistics
  return (
    <>
      {!isComplete && (
        <p role="status">{t('Many entries are still being counted. The numbers will grow.')}</p>
      )}
      <Card title={String(year)}>
        <Figures figures={listFigures(summary, pace.data?.currentStreak)} />
        <YearMap year={year} statistics={statistics} />
        <Link
          to="/statistics/$year"
          params={{ year: String(year) }}
          className={classes(buttonClass('plain'), styles.review)}
        >
          <StarIcon size={18} />
          {t('Your {year} in review', { year: String(year) })}
        </Link>
      </Card>
      {pace.data && year === thisYear() && <PaceCard pace={pace.data} />}
      <Breakdown statistics={statistics} />
    </>
  )
}
