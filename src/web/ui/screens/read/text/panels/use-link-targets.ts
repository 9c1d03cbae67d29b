import { useState } from 'react'
import { useNote } from './use-note'

/** What followed links of the book open: a note, or the question about a website. */
export function useLinkTargets(book: Parameters<typeof useNote>[0]) {
  const [website, openWebsite] = useState<string | null>(null)
  return { ...useNote(book), website, openWebsite, closeWebsite: () => openWebsite(null) }
}
