/**
 * Data of a book in addition to its images: the text, contents and links of a PDF, or the text file
 * of a comic. Empty for other books.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, useCallback, useMemo, useRef, useState } from 'react'
import type { Schemas } from '../../../../api/client'
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

const TextLayer = lazy<ComponentType<PageLayerProps>>(() =>
  // Without a connection, the book stays readable without its text.
  import('./layer/text-layer').then(
    (part) => ({ default: part.TextLayer }),
    () => ({ default: () => null }),
  ),
)

interface ReadBook {
  book: Schemas['Book']
  hasTextBeside: boolean
  /** Whether to show the text layer above the images, if the book has text. */
  isLayerOn: boolean
}

/**
 * Requests the manifest only after the first image, so that the image does not have to share the
 * connection and the server.
 */
export function usePdf(
  { book, hasTextBeside, isLayerOn }: ReadBook,
  goToPage: (page: number) => void,
) {
  const latestGoToPage = useRef(goToPage)
  latestGoToPage.current = goToPage
  const isPdf = book.fileFormat === 'pdf'
  const { hasPicture, onPicture } = useFirstPicture({ book, hasTextBeside })
  const [match, setMatch] = useState<PageRange | null>(null)
  const [website, openWebsite] = useState<string | null>(null)
  const [query, setQuery] = useState('')
  const contents = usePdfContents(book.id, isPdf && hasPicture)
  const hasText = isPdf ? contents.hasText : hasTextBeside && hasPicture
  const layers = useMemo(
    () => ({
      Layer: hasText && isLayerOn ? TextLayer : null,
      onPicture,
      pdf: {
        match,
        goToPage: (page: number) => latestGoToPage.current(page),
        openWebsite,
      },
      lastPage: book.pageCount,
    }),
    [hasText, isLayerOn, match, onPicture, book.pageCount],
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

/**
 * Returns whether an image has been shown. When the first one is shown, the text of its page is
 * requested.
 */
function useFirstPicture({ book, hasTextBeside }: Omit<ReadBook, 'isLayerOn'>) {
  const client = useQueryClient()
  const isAsked = useRef(false)
  const [hasPicture, setHasPicture] = useState(false)
  const isPdf = book.fileFormat === 'pdf'
  const onPicture = useCallback(
    (page: number) => {
      if (isAsked.current) return
      isAsked.current = true
      setHasPicture(true)
      if (!(isPdf || hasTextBeside)) return
      // Sent immediately, because the images of the next pages will soon occupy all connections.
      if (isPdf) void client.prefetchQuery(manifestQuery(book.id))
      void client.prefetchQuery(pageTextQuery(book.id, page))
    },
    [book.id, client, hasTextBeside, isPdf],
  )
  return { hasPicture, onPicture }
}

const none: readonly PdfLink[] = []

function usePdfContents(bookId: string, isWanted: boolean) {
  const { data } = useQuery({ ...manifestQuery<PdfManifest>(bookId), enabled: isWanted })
  return { toc: data?.toc ?? none, hasText: data?.metadata['quire:hasText'] === true }
}
