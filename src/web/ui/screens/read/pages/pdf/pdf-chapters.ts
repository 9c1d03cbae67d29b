/** The table of contents of a PDF, whose targets are pages. */
import type { TocItem } from '../../text/engine/book/epub'
import type { PdfLink } from './use-pdf'

export const toItem = ({ title = '', href, children = [] }: PdfLink): TocItem => ({
  label: title,
  ...(href !== undefined && { href }),
  ...(children.length > 0 && { subitems: children.map(toItem) }),
})

export const getPage = (href: string | undefined) => Number(href?.replace('pages/', '') ?? 0)

/** Returns the last heading that starts at or before the page, or null if there is none. */
export function findPdfChapter(items: readonly TocItem[], page: number): TocItem | null {
  const all = items.flatMap(function flatten(item): TocItem[] {
    return [item, ...(item.subitems ?? []).flatMap(flatten)]
  })
  return all.findLast(({ href }) => href !== undefined && getPage(href) <= page) ?? null
}
