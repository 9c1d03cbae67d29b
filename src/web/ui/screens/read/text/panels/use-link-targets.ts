import { useState } from 'react'
import { useNote } from './use-note'

/** Handles the targets of links in the book: a note, or the confirmation dialog for a website. */
export function useLinkTargets(book: Parameters<typeof useNote>[0]) {
  const [website, openWebsite] = useState<string | null>(null)
  return { ...useNote(book), website, openWebsite, closeWebsite: () => openWebsite(null) }
}

export type LinkTargets = ReturnType<typeof useLinkTargets>
