import type { Schemas } from '../../api/client'
import { bookTitle, isSameText } from '../../labels/metadata-labels'
import { Cover } from './cover'

/** A series or book of the want-to-read list. A book is labeled with its series. */
export function WantedCover({ entry }: { entry: Schemas['WantToReadEntry'] }) {
  const { itemType, seriesName, title } = entry
  const id = entry.seriesId ?? entry.bookId ?? ''
  const book = seriesName === null ? undefined : bookTitle({ ...entry, seriesName })
  return (
    <Cover
      kind={itemType}
      id={id}
      title={seriesName ?? title}
      words={book !== undefined && !isSameText(book, seriesName ?? '') && book}
      link={{ to: itemType === 'series' ? '/series/$id' : '/book/$id', params: { id } }}
    />
  )
}
