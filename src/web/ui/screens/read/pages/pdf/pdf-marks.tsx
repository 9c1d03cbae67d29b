/**
 * Highlights and notes in PDFs: creates highlights from the selected text, and edits their notes.
 */
import { useCallback, useEffect, useRef } from 'react'
import { isSwitchedOff } from '../../../../state/browser/single-keys'
import type { HighlightColor } from '../../text/engine/highlights'
import { HighlightsContext, useHighlights } from '../../text/hooks/use-highlights'
import { HighlightNote, TextSelectionBar } from '../../text/selection-bar'
import { findSelection } from './layer/open-layers'
import { buildPassageLocator } from './layer/passages'
import { findPdfChapter, toItem } from './pdf-chapters'
import type { PdfLink } from './use-pdf'

export interface PdfMarksProps {
  bookId: string
  pageCount: number
  toc: readonly PdfLink[]
}

export function PdfMarks({ bookId, pageCount, toc }: PdfMarksProps) {
  const highlights = useHighlights(bookId)
  const { create, setHasSelection } = highlights
  useEffect(() => {
    const onSelection = () => setHasSelection(findSelection() !== null)
    document.addEventListener('selectionchange', onSelection)
    return () => document.removeEventListener('selectionchange', onSelection)
  }, [setHasSelection])
  const highlight = (color: HighlightColor = 'yellow', isNoted = false) => {
    const found = findSelection()
    if (!found) return
    const { page, text, start, end } = found
    const chapter = findPdfChapter(toc.map(toItem), page.pageNumber)?.label ?? null
    const locator = buildPassageLocator({ page, pageCount, text: text.text, chapter, start, end })
    create({ locator, color, isNoted })
    getSelection()?.removeAllRanges()
  }
  useHighlightKey(highlight)
  return (
    <HighlightsContext value={highlights}>
      {/* A press on a button would otherwise drop the selection first. */}
      <div role="presentation" style={{ display: 'contents' }} onMouseDown={keepSelection}>
        <TextSelectionBar onHighlight={highlight} />
        <HighlightNote />
      </div>
    </HighlightsContext>
  )
}

const keepSelection = (event: { target: EventTarget | null; preventDefault(): void }) => {
  const isButton = event.target instanceof Element && event.target.closest('[role="toolbar"]')
  if (isButton) event.preventDefault()
}

/** `H` highlights the selected text. */
function useHighlightKey(highlight: () => void) {
  const latest = useRef(highlight)
  latest.current = highlight
  const onKey = useCallback((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event
    if (key.toLowerCase() !== 'h' || ctrlKey || metaKey || altKey || isSwitchedOff(event)) return
    if (target instanceof Element && target.closest('input, textarea, [role="dialog"]')) return
    latest.current()
  }, [])
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [onKey])
}
