/** Reading progress and history for a book. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { ErrorState, Skeleton } from '../../components/feedback/states'
import { formatBookPosition } from '../../components/covers/book-card'
import { Card, Note } from '../../components/card/card'
import { Facts } from '../../components/details/facts'
import { ReadHistory } from '../../components/details/read-history'
import styles from '../../components/details/details.module.css'
import { formatDate, formatNumber, t } from '../../i18n/i18n'
import { readHistoryQuery } from './queries'

export function BookReading({ book }: { book: Schemas['FullBook'] }) {
  const history = useQuery(readHistoryQuery(book.id))
  const { readProgress } = book
  const place = formatBookPosition(book)
  if (history.isError && !history.data) {
    return (
      <Card title={t('Reading progress')}>
        <ErrorState error={history.error} retry={history.refetch} />
      </Card>
    )
  }
  const entries = history.data?.entries ?? []
  return (
    <Card title={t('Reading progress')}>
      {!history.data && <Skeleton />}
      {readProgress && <Position place={place} readProgress={readProgress} />}
      {entries.length > 0 && <ReadHistory entries={entries} />}
      <HistoryLink id={book.id} isRead={place !== undefined || entries.length > 0} />
      {history.data && !place && entries.length === 0 && <Note>{t('Not read yet')}</Note>}
    </Card>
  )
}

function HistoryLink({ id, isRead }: { id: string; isRead: boolean }) {
  if (!isRead) return null
  return (
    <Link to="/history" search={{ book: id }} className={styles.link}>
      {t('Show all reading history')}
    </Link>
  )
}

interface PositionProps {
  place: ReturnType<typeof formatBookPosition>
  readProgress: Schemas['ReadProgress']
}

function Position({ place, readProgress }: PositionProps) {
  if (!place) return null
  const { startedAt, updatedAt, movedFrom } = readProgress
  return (
    <>
      <Facts
        facts={[
          [t('Position'), place],
          [t('Started reading'), formatDate(startedAt)],
          [t('Last opened'), formatDate(updatedAt)],
        ]}
      />
      {movedFrom && <MovedNote movedFrom={movedFrom} />}
    </>
  )
}

type MovedFrom = NonNullable<Schemas['ReadProgress']['movedFrom']>

/** Shown until the user continues reading. */
function MovedNote({ movedFrom: { currentPage, pageCount } }: { movedFrom: MovedFrom }) {
  return (
    <Note>
      {t(
        'The file was replaced. You were on page {page} of {total} in the previous file; your position was moved to the same place in the new file.',
        { page: formatNumber(currentPage), total: formatNumber(pageCount) },
      )}
    </Note>
  )
}
