/**
 * Skeleton of the interface, shown until its scripts have loaded. `theme/skeleton.css` styles and
 * hides it.
 */

import { coverSizes } from './cover-sizes'

/** Content of the skeleton for each screen inside the shell. */
const screens: Record<string, 'covers' | 'panel' | 'nothing'> = {
  home: 'panel',
  library: 'covers',
  'want-to-read': 'nothing',
  collections: 'nothing',
  'reading-lists': 'nothing',
  series: 'nothing',
  book: 'nothing',
  people: 'nothing',
  search: 'nothing',
  settings: 'nothing',
}

/** Number of covers that fill a phone screen. */
const covers = 12

/** The book that a reader is opening. */
export interface OpenedBook {
  readonly id: string
  /** Title of the series, or empty if unknown. */
  readonly series: string
}

/**
 * Returns the markup of the skeleton. For a reader, it shows the title and cover of the book. It is
 * empty for sign-in and setup, which have no shell.
 */
export function buildSkeleton(screen: string | null, name: string, book?: OpenedBook): string {
  if (screen === 'read' && book) return openingBook(book)
  const inside = screen === null ? undefined : screens[screen]
  if (!inside) return ''
  const title = Bun.escapeHTML(name)
  const panel = inside === 'panel' ? '<b></b>' : ''
  const art = inside === 'nothing' ? '' : `<div>${'<i></i>'.repeat(covers)}</div>`
  return (
    '<div id="waiting" aria-hidden="true">' +
    `<nav>${title}</nav><main><span>${title}</span>${panel}${art}</main><footer></footer></div>`
  )
}

/** Must match ui/screens/read/opening-book.tsx. */
function openingBook({ id, series }: OpenedBook) {
  const { source, sizes, srcset } = coverSizes(`api/v1/books/${id}/thumbnail`)
  const image = `<img src="${source}" srcset="${srcset}" sizes="${sizes}" alt="" fetchpriority="high">`
  const title = `<p>${Bun.escapeHTML(series)}</p>`
  return `<div id="waiting" class="opening" aria-hidden="true">${title}${image}</div>`
}
