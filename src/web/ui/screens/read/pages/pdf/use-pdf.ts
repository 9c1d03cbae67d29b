/**
 * Data of a book in addition to its images: the text, contents and links of a PDF, or the text file
 * of a comic. Empty for other books.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, useCallback, useMemo, useRef, useState } from 'react'
import type { Schemas } from '../../../../api/client'
import { afterNextPaint } from '../../../../state/browser/after-paint'
import { manifestQuery } from '../../hooks/fetch-manifest'
import { pageTextQuery } from './layer/page-text-query'
import type { PageLayerProps, PageRange } from './layer/page-layers'

export interface PdfLink {
  readonly title?: string
  readonly href?: string
  readonly children?: readonly PdfLink[]
}

interface PdfManifest {
  readonly metadata: { readonly 'quire:hasText'?: boolean }
  readonly toc?: readonly PdfLink[]
}

type Layer = ComponentType<PageLayerProps>

/** Rendered without a delay once it has been loaded. */
let loadedLayer: Layer | undefined

const loadTextLayer = async () => {
  try {
    loadedLayer = (await import('./layer/text-layer')).TextLayer
    return { default: loadedLayer }
  } catch {
    // Without a connection, the book stays readable without its text.
    return { default: () => null }
  }
}

const TextLayer = lazy<Layer>(loadTextLayer)

interface ReadBook {
  book: Schemas['Book']
  hasTextBeside: boolean
  /** Whether to show the text layer above the images, if the book has text. */
  isLayerOn: boolean
}

export function usePdf(
  { book, hasTextBeside, isLayerOn }: ReadBook,
  goToPage: (page: number) => void,
) {
  const latestGoToPage = useRef(goToPage)
  latestGoToPage.current = goToPage
  const isPdf = book.fileFormat === 'pdf'
  const [hasPicture, setHasPicture] = useState(false)
  const onPicture = useCallback(() => setHasPicture(true), [])
  const isWanted = (isPdf || hasTextBeside) && isLayerOn
  const { isStarted, hasLines, onPage } = useFirstText(book.id, { isWanted })
  const [match, setMatch] = useState<PageRange | null>(null)
  const [website, openWebsite] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const contents = usePdfContents(book.id, isPdf && isStarted)
  const hasText = isPdf ? contents.hasText : hasTextBeside && hasPicture
  // The first text usually arrives before the manifest, which tells whether the book has text.
  const Layer = useLayer(isLayerOn && (hasText || (isPdf && hasLines)))
  const layers = useMemo(
    () => ({
      Layer,
      onPage,
      onPicture,
      pdf: {
        match,
        goToPage: (page: number) => latestGoToPage.current(page),
        openWebsite,
      },
      lastPage: book.pageCount,
    }),
    [Layer, match, onPage, onPicture, book.pageCount],
  )
  return {
    layers,
    /** Whether an image has been shown. */
    hasPicture,
    hasText,
    toc: contents.toc,
    /** The last search. */
    query,
    setQuery,
    /** Target of a link to a website. It is opened only after confirmation. */
    website,
    closeWebsite: () => openWebsite(null),
    showMatch(found: PageRange) {
      setMatch(found)
      goToPage(found.page)
    },
  }
}

export type Pdf = ReturnType<typeof usePdf>

/** Returns the same component each time, because another one would build the text again. */
function useLayer(isShown: boolean): Layer | null {
  const layer = useRef<Layer>(undefined)
  return isShown ? (layer.current ??= loadedLayer ?? TextLayer) : null
}

/**
 * Requests the text of the first page while its image is loading, because the images of the next
 * pages will soon occupy all connections. The image is requested before it.
 */
function useFirstText(bookId: string, { isWanted }: { isWanted: boolean }) {
  const client = useQueryClient()
  const isAsked = useRef(false)
  const [isStarted, setStarted] = useState(false)
  const [hasLines, setHasLines] = useState(false)
  const onPage = useCallback(
    (page: number) => {
      if (isAsked.current) return
      isAsked.current = true
      afterNextPaint(() => {
        setStarted(true)
        if (!isWanted) return
        const query = pageTextQuery(bookId, page)
        const setFound = () => setHasLines(!!client.getQueryData(query.queryKey)?.lines.length)
        void client.prefetchQuery(query).then(setFound)
        void loadTextLayer()
      })
    },
    [bookId, client, isWanted],
  )
  return { isStarted, hasLines, onPage }
}

const none: readonly PdfLink[] = []

function usePdfContents(bookId: string, isWanted: boolean) {
  const { data } = useQuery({ ...manifestQuery<PdfManifest>(bookId), enabled: isWanted })
  return { toc: data?.toc ?? none, hasText: data?.metadata['quire:hasText'] === true }
}
