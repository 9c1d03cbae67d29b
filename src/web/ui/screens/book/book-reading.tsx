/** Reading progress and history of a book. */
import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '../../api/client'
import { ErrorState, Skeleton } from '../../components/feedback/states'
import { formatPosition } from '../../components/covers/book-card'
import { Card, Note } from '../../components/card/card'
import { Facts } from '../../components/details/facts'
import { ReadHistory } from '../../components/details/read-history'
import { formatDate, t } from '../../i18n/i18n'
import { readHistoryQuery } from './queries'

export function BookReading({ book }: { book: Schemas['FullBook'] }) {
  const history = useQuery(readHistoryQuery(book.id))
  const { readProgress } = book
  const place = formatPosition(book)
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
      {place && readProgress && (
        <Facts
          facts={[
            { name: t('Position'), value: place },
            { name: t('Started reading'), value: formatDate(readProgress.startedAt) },
            { name: t('Last opened'), value: formatDate(readProgress.updatedAt) },
          ]}
        />
      )}
      {entries.length > 0 && <ReadHistory entries={entries} />}
      {history.data && !place && entries.length === 0 && <Note>{t('Not read yet.')}</Note>}
    </Card>
  )
}
