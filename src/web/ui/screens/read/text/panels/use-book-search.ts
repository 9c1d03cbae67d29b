import { useEffect, useState } from 'react'
import type { FoliateBook } from '../engine/book/epub'
import type { Hit } from '../engine/book/book-search'

/** Searches the book. Results stay until the next search. */
export function useBookSearch(book: FoliateBook) {
  const [query, setQuery] = useState('')
  const [found, setFound] = useState(nothing)
  useEffect(() => {
    setFound(nothing)
    if (query === '') return
    const cancel = new AbortController()
    const search = async () => {
      const { searchBook } = await import('../engine/book/book-search')
      for await (const { hits, ...state } of searchBook(book, query, cancel.signal)) {
        if (cancel.signal.aborted) return
        setFound((known) => ({ ...known, ...state, hits: [...known.hits, ...hits] }))
      }
    }
    search().catch((_error: unknown) => {
      if (!cancel.signal.aborted) setFound((known) => ({ ...known, isWhole: false, done: 1 }))
    })
    return () => cancel.abort()
  }, [book, query])
  return { query, setQuery, found }
}

const nothing = { hits: [] as readonly Hit[], done: 0, isWhole: true, isCut: false }

export type BookSearch = ReturnType<typeof useBookSearch>
