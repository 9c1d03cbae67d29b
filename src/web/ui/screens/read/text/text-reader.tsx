/** Reader for e-books. */
import type { Schemas } from '../../../api/client'
import { ErrorState } from '../../../components/feedback/states'
import type { ReaderSearch } from '../reader-search'
import { useLocalPosition } from '../hooks/use-local-position'
import { useReaderSettings } from '../hooks/use-reader-settings'
import { OpeningBook } from '../opening-book'
import { UnreadableBook } from '../unreadable-book'
import { TextBook } from './text-book'
import type { Locator } from './engine/locator'
import { useEpub } from './hooks/use-epub'

interface TextReaderProps {
  book: Schemas['Book']
  search: ReaderSearch
}

/** Waits for the manifest, settings and saved position. */
export function TextReader({ book, search }: TextReaderProps) {
  const reader = useReaderSettings(book.id)
  const {
    book: publication,
    sectionLoader,
    base,
    from: known,
    isReady,
    error,
    retry,
  } = useEpub(book.id)
  const last = useLocalPosition(book, 'progression')
  const from = (last?.body['locator'] as Locator | undefined) ?? known
  const problem = error ?? (reader.settings ? null : reader.error)
  if (problem) {
    return (
      <UnreadableBook>
        <ErrorState error={problem} retry={retry} />
      </UnreadableBook>
    )
  }
  if (!publication || !isReady || !reader.settings) return <OpeningBook id={book.id} />
  const isFinished = last ? last.ends : book.readProgress?.completed === true
  return (
    <TextBook
      book={book}
      opened={{ book: publication, sectionLoader, base, from: isFinished ? null : from }}
      stored={from}
      settings={reader.settings}
      reader={reader}
      incognito={search.incognito === true}
    />
  )
}
