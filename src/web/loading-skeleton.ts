/**
 * Skeleton of the interface, shown until its scripts have loaded. `theme/skeleton.css` styles and
 * hides it.
 */

import { coverSizes } from './cover-sizes'

/** Screens within the shell and the content of their skeleton. */
const screens: Record<string, 'covers' | 'panel' | 'nothing'> = {
  home: 'panel',
  library: 'covers',
  'want-to-read': 'nothing',
  series: 'nothing',
  book: 'nothing',
  people: 'nothing',
  search: 'nothing',
  settings: 'nothing',
}

/** Fills a phone screen. */
const covers = 12

/** Markup; empty for sign-in and set-up, which have no shell. The readers show the book's cover. */
export function waitingFor(screen: string | null, bookId?: string): string {
  if (screen === 'read' && bookId) return openingBook(bookId)
  const inside = screen === null ? undefined : screens[screen]
  if (!inside) return ''
  const panel = inside === 'panel' ? '<b></b>' : ''
  const art = inside === 'nothing' ? '' : `<div>${'<i></i>'.repeat(covers)}</div>`
  return (
    '<div id="waiting" aria-hidden="true">' +
    `<nav>Quire</nav><main><span>Quire</span>${panel}${art}</main><footer></footer></div>`
  )
}

/** Must look like ui/screens/read/opening-book.tsx. */
function openingBook(id: string) {
  const { source, sizes, srcset } = coverSizes(`api/v1/books/${id}/thumbnail`)
  const image = `<img src="${source}" srcset="${srcset}" sizes="${sizes}" alt="" fetchpriority="high">`
  return `<div id="waiting" class="opening" aria-hidden="true">${image}</div>`
}
