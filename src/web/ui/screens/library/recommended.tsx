import { useQueries } from '@tanstack/react-query'
import { BookOpenIcon } from '../../components/icons'
import { Shelf } from '../../components/shelves/shelf'
import {
  askBookShelf,
  askSeriesShelf,
  type BookShelfName,
  type SeriesShelfName,
} from '../../components/shelves/shelves'
import { EmptyState, ErrorState, Loading } from '../../components/states'
import { t } from '../../i18n/i18n'

const ofBooks: readonly BookShelfName[] = ['continue', 'next', 'newBooks']
const ofSeries: readonly SeriesShelfName[] = ['newSeries', 'changedSeries']

/** The rails of one library, or of all. */
export function Recommended({ library }: { library: string | undefined }) {
  const books = useQueries({ queries: ofBooks.map((name) => askBookShelf(name, library)) })
  const series = useQueries({ queries: ofSeries.map((name) => askSeriesShelf(name, library)) })
  const all = [...books, ...series]
  const failed = all.find(({ isError, data }) => isError && !data)
  if (failed) return <ErrorState error={failed.error} retry={failed.refetch} />
  if (all.some(({ data }) => !data)) return <Loading />
  const isEmpty =
    books.every(({ data }) => data?.data.length === 0) &&
    series.every(({ data }) => data?.length === 0)
  if (isEmpty) {
    return (
      <EmptyState icon={BookOpenIcon} title={t('There is nothing here yet')}>
        <p>{t('Books appear here once a library is scanned.')}</p>
      </EmptyState>
    )
  }
  return [...ofBooks, ...ofSeries].map((name) => <Shelf key={name} name={name} library={library} />)
}
