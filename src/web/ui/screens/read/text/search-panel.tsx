import { useEffect, useState } from 'react'
import { formatPercent, t } from '../../../i18n/i18n'
import type { FoliateBook, Target } from './engine/book'
import type { Hit } from './engine/search'
import text from './text.module.css'

interface SearchPanelProps {
  book: FoliateBook
  onTarget(target: Target): void
}

/** Words in the book, found while one waits. */
export function SearchPanel({ book, onTarget }: SearchPanelProps) {
  const [words, setWords] = useState('')
  const [query, setQuery] = useState('')
  const { hits, done, failed } = useSearch(book, query)
  return (
    <>
      <form
        role="search"
        className={text.search}
        onSubmit={(event) => {
          event.preventDefault()
          setQuery(words.trim())
        }}
      >
        <input
          type="search"
          autoFocus
          value={words}
          maxLength={200}
          aria-label={t('Words to find')}
          placeholder={t('Words to find')}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </form>
      <p role="status">
        {query !== '' && statusWords(hits.length, done)}
        {failed && ` ${t('A part of the book could not be searched.')}`}
      </p>
      <ul className={text.list} role="list">
        {hits.map((hit, index) => (
          <li key={index}>
            <button type="button" onClick={() => onTarget(hit.target)}>
              <span>
                {hit.before}
                <mark>{hit.match}</mark>
                {hit.after}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function statusWords(count: number, done: number) {
  const found = t('{count, plural, =0 {Nothing found} one {# place} other {# places}}', { count })
  return done < 1 ? `${found} · ${formatPercent(done)}` : found
}

function useSearch(book: FoliateBook, query: string) {
  const [found, setFound] = useState({ hits: [] as readonly Hit[], done: 0, failed: false })
  useEffect(() => {
    setFound({ hits: [], done: 0, failed: false })
    if (query === '') return
    const cancel = new AbortController()
    const look = async () => {
      const { searchBook } = await import('./engine/search')
      for await (const { hits, done } of searchBook(book, query, cancel.signal)) {
        if (cancel.signal.aborted) return
        setFound((known) => ({ ...known, hits: [...known.hits, ...hits], done }))
      }
    }
    look().catch((_error: unknown) => {
      if (!cancel.signal.aborted) setFound((known) => ({ ...known, failed: true, done: 1 }))
    })
    return () => cancel.abort()
  }, [book, query])
  return found
}
