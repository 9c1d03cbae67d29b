import { useCallback, useState } from 'react'
import type { FoliateBook } from '../engine/book/epub'
import { isNoteMark, type Note, readNote } from '../engine/book/notes'

export interface OpenNote {
  readonly mark: string
  readonly href: string
  readonly note: Note
}

/** Shows a note of the book in a panel. The caller follows all other links. */
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
