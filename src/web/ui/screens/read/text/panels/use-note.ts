import { useCallback, useState } from 'react'
import type { FoliateBook } from '../engine/book/epub'
import { isNoteMark, type Note, readNote } from '../engine/book/notes'

export interface OpenNote {
  readonly mark: string
  readonly href: string
  readonly note: Note
}

/** A note of the text, shown beside it. A link that is no note's is for the caller to follow. */
export function useNote(book: FoliateBook) {
  const [note, setNote] = useState<OpenNote | null>(null)
  const openNote = useCallback(
    async (href: string, link: Element) => {
      const mark = link.textContent?.trim() ?? ''
      const found = isNoteMark(link) ? await readNote(book, href) : null
      setNote(found && { mark, href, note: found })
      return found !== null
    },
    [book],
  )
  return { note, openNote, closeNote: useCallback(() => setNote(null), []) }
}
