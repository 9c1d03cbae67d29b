/**
 * Data of a book in addition to its images: the text, contents and links of a PDF, or the text file
 * of a comic. Empty for other books.
 */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
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
let loadedLayer: typeof import('./layer/text-layer') | undefined

/** Without a connection, the book stays readable without its text. */
const loadTextLayer = async () =>
  (loadedLayer = await import('./layer/text-layer').catch(() => undefined))

const TextLayer = lazy<Layer>(async () => ({
  default: (await loadTextLayer())?.TextLayer ?? (() => null),
}))

interface ReadBook {
  book: Schemas['Book']
  pages: readonly Schemas['BookPage'][]
  hasTextBeside: boolean
  /** Whether to show the text layer above the images, if the book has text. */
  isLayerOn: boolean
}

export function usePdf(
  { book, pages, hasTextBeside, isLayerOn }: ReadBook,
  goToPage: (page: number) => void,
) {
  const latestGoToPage = useRef(goToPage)
  latestGoToPage.current = goToPage
  const isPdf = book.fileFormat === 'pdf'
  const [hasPicture, setHasPicture] = useState(false)
  const onPicture = useCallback(() => setHasPicture(true), [])
  const isWanted = (isPdf || hasTextBeside) && isLayerOn
  const { isStarted, hasLines, onPage } = useFirstText(pages, { isWanted })
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
      pages,
    }),
    [Layer, match, onPage, onPicture, pages],
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
  return isShown ? (layer.current ??= loadedLayer?.TextLayer ?? TextLayer) : null
}

/**
 * Requests the text of the first page while its image is loading, because the images of the next
 * pages will soon occupy all connections. The image is requested before it.
 */
function useFirstText(pages: readonly Schemas['BookPage'][], { isWanted }: { isWanted: boolean }) {
  const client = useQueryClient()
  const isAsked = useRef(false)
  const [isStarted, setStarted] = useState(false)
  const [hasLines, setHasLines] = useState(false)
  const onPage = useCallback(
    (number: number) => {
      if (isAsked.current) return
      isAsked.current = true
      afterNextPaint(() => {
        setStarted(true)
        const page = pages[number - 1]
        if (!isWanted || !page) return
        void loadFirstText(client, page).then(setHasLines)
      })
    },
    [client, isWanted, pages],
  )
  return { isStarted, hasLines, onPage }
}

/** Loads the text layer and builds the text of a page. Returns whether the page has text. */
async function loadFirstText(client: QueryClient, page: Schemas['BookPage']): Promise<boolean> {
  const query = pageTextQuery(page.bookId, page.pageNumber)
  const [layer] = await Promise.all([loadTextLayer(), client.prefetchQuery(query)])
  const text = client.getQueryData(query.queryKey)
  layer?.buildTextAhead(page, text)
  return !!text?.lines.length
}

const none: readonly PdfLink[] = []

function usePdfContents(bookId: string, isWanted: boolean) {
  const { data } = useQuery({ ...manifestQuery<PdfManifest>(bookId), enabled: isWanted })
  return { toc: data?.toc ?? none, hasText: data?.metadata['quire:hasText'] === true }
}
