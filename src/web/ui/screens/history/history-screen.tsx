/**
 * The reading history: all reading events of the user. Positions can be opened, and entries
 * removed.
 */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { api, readResponse } from '../../api/client'
import { Button, buttonClass } from '../../components/controls/button'
import { EmptyState, ErrorState, Loading } from '../../components/feedback/states'
import { ClockIcon } from '../../components/icons'
import { ReadingNavigation } from '../../components/reading-life/reading-navigation'
import { formatDate, t } from '../../i18n/i18n'
import { usePageTitle } from '../../state/browser/page-title'
import { ClearHistory } from './clear-history'
import { EventEntry } from './event-entry'
import { groupEvents } from './group-events'
import type { HistorySearch } from './history-search'
import styles from '../../components/reading-life/reading-life.module.css'

export function HistoryScreen() {
  usePageTitle(t('Reading history'))
  const search = useSearch({ from: '/signedIn/shell/history' })
  const isFiltered = search.book !== undefined || search.series !== undefined
  const events = useEvents(search)
  const isEmpty = !isFiltered && !search.kind && events.data?.pages[0]?.entries.length === 0
  return (
    <div className={styles.body}>
      <ReadingNavigation />
      <header className={styles.head}>
        <h1>{t('Reading history')}</h1>
        {!isEmpty && (
          <div className={styles.actions}>
            <Filter search={search} />
            {isFiltered ? (
              <Link to="/history" search={{}} className={buttonClass('plain')}>
                {t('Show all books')}
              </Link>
            ) : (
              <ClearHistory />
            )}
          </div>
        )}
      </header>
      <Events events={events} isFinishedOnly={search.kind !== undefined} />
    </div>
  )
}

function Filter({ search }: { search: HistorySearch }) {
  const { kind, ...rest } = search
  return (
    <Link
      to="/history"
      search={kind ? rest : { ...rest, kind: 'completed' }}
      replace
      className={buttonClass('plain')}
      aria-current={undefined}
    >
      {kind ? t('Show all entries') : t('Only finished books')}
    </Link>
  )
}

const path = '/api/v1/user/read-history'

function useEvents({ book, series, kind }: HistorySearch) {
  const filter = {
    ...(book && { bookId: book }),
    ...(series && { seriesId: series }),
    ...(kind && { kind }),
  }
  return useInfiniteQuery({
    queryKey: [path, 'timeline', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      readResponse(
        api.GET(path, {
          params: { query: { ...filter, limit: 100, ...(pageParam && { before: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
  })
}

interface EventsProps {
  events: ReturnType<typeof useEvents>
  isFinishedOnly: boolean
}

function Events({ events, isFinishedOnly }: EventsProps) {
  if (events.isError && !events.data) {
    return <ErrorState error={events.error} retry={events.refetch} />
  }
  if (!events.data) return <Loading />
  const days = groupEvents(events.data.pages.flatMap(({ entries }) => entries))
  if (days.length === 0) return <Nothing isFinishedOnly={isFinishedOnly} />
  return (
    <>
      {days.map(({ date, groups }) => (
        <section key={date} className={styles.day}>
          <h2>{formatDate(groups[0]!.events[0].happenedAt)}</h2>
          <ul role="list" className={styles.list}>
            {groups.map((group) => (
              <EventEntry key={group.events[0].id} group={group} />
            ))}
          </ul>
        </section>
      ))}
      {events.hasNextPage && (
        <Button busy={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
          {t('Show older entries')}
        </Button>
      )}
    </>
  )
}

const Nothing = ({ isFinishedOnly }: { isFinishedOnly: boolean }) =>
  isFinishedOnly ? (
    <EmptyState icon={ClockIcon} title={t('No finished books')} />
  ) : (
    <EmptyState icon={ClockIcon} title={t('No reading history')}>
      <p>{t('Books that you read here or in a connected app appear on this page')}</p>
    </EmptyState>
  )
