/** URLs that the readers request when they open a book: its data, and its pages or parts. */
import { buildUrl, type Schemas } from '../../../api/client'
import { widthOnScreen } from '../../../screens/read/pages/engine/images/image-width'
import type { Fit } from '../../../screens/read/pages/engine/model'
import type { WidePages } from '../../../screens/read/pages/engine/wide-pages'
import { buildPageUrl } from '../../../screens/read/pages/images/page-images'

type Page = Schemas['BookPage']

/** Lists the URLs of a book's data, which is saved last, because it can change. */
export function listDataUrls(
  id: string,
  { isText, hasText }: Record<'isText' | 'hasText', boolean>,
) {
  const base = `api/v1/books/${id}`
  const ofAll = ['', '/pages', '/reader-settings', '/adjacent', '/bookmarks?pageSize=500']
  const own = [
    ...(isText ? ['/progression'] : []),
    ...(hasText ? ['/highlights?pageSize=500'] : []),
  ]
  return [...ofAll, ...own].map((path) => buildUrl(base + path))
}

export const buildThumbnailUrl = (id: string) => buildUrl(`api/v1/books/${id}/thumbnail`)
export const buildManifestUrl = (id: string) => buildUrl(`api/v1/books/${id}/manifest`)

export interface PageSettings {
  quality: 'original' | 'fitting'
  fit: Fit
  widePages: WidePages
}

export interface Device {
  width: number
  height: number
  density: number
}

/** Lists the page URLs at the largest size that the reader requests in either orientation. */
export const listPageUrls = (pages: readonly Page[], settings: PageSettings, device: Device) =>
  pages.map((page) => {
    const { quality, fit, widePages } = settings
    const { width, height, density } = device
    const widths = [
      { width, height },
      { width: height, height: width },
    ].map((stage) =>
      widthOnScreen(
        { ...page, number: page.pageNumber },
        { stage, fit, showsPairs: false, widePages, density },
      ),
    )
    return buildPageUrl(page, { quality, screenWidth: Math.max(...widths) })
  })

/** Lists the URLs of the text of pages. */
export const listTextUrls = (pages: readonly Page[]) =>
  pages.map(({ bookId, pageNumber }) => buildUrl(`api/v1/books/${bookId}/pages/${pageNumber}/text`))

interface ManifestLinks {
  readingOrder: readonly { href?: string }[]
  resources?: readonly { href?: string }[]
}

/** Lists the URLs of the sections, then those of the other parts. */
export function listPartUrls(id: string, { readingOrder, resources = [] }: ManifestLinks) {
  const base = buildManifestUrl(id)
  const links = [...readingOrder, ...resources].flatMap(({ href }) => href ?? [])
  const urls = links
    .map((href) => new URL(href, base))
    .filter(({ origin }) => origin === location.origin)
  return [...new Set(urls.map((url) => url.href.replace(/#.*/, '')))]
}
