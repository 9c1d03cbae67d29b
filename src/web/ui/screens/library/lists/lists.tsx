import type { Schemas } from '../../../api/client'
import { BookCover } from '../../../components/covers/book-cover'
import { SeriesCover } from '../../../components/covers/series-cover'
import { fullBookTitle } from '../../../labels/metadata-labels'
import { usePreferences } from '../../../state/preferences'
import { bookColumns, seriesColumns, shownColumns } from './columns'
import { libraryBooksQuery, librarySeriesQuery } from '../queries'
import { type ListProps, WorkList } from './work-list'

export function SeriesList(props: ListProps) {
  const { values } = usePreferences()
  return (
    <WorkList<Schemas['Series']>
      {...props}
      tab="series"
      ask={librarySeriesQuery}
      columns={seriesColumns(shownColumns(values['list.columns']))}
      titleOf={({ metadata }) => metadata.title}
      cover={(series, isFirst) => <SeriesCover series={series} first={isFirst} />}
    />
  )
}

export const BookList = (props: ListProps) => (
  <WorkList<Schemas['Book']>
    {...props}
    tab="books"
    ask={libraryBooksQuery}
    columns={bookColumns()}
    titleOf={fullBookTitle}
    cover={(book, isFirst) => <BookCover book={book} first={isFirst} />}
  />
)
