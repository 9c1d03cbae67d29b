/**
 * Skeleton of the interface, shown until its scripts have loaded. `theme/skeleton.css` styles and
 * hides it.
 */

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

/** Markup; empty for sign-in, set-up and the readers, which have no shell. */
export function waitingFor(screen: string | null): string {
  const inside = screen === null ? undefined : screens[screen]
  if (!inside) return ''
  const panel = inside === 'panel' ? '<b></b>' : ''
  const art = inside === 'nothing' ? '' : `<div>${'<i></i>'.repeat(covers)}</div>`
  return (
    '<div id="waiting" aria-hidden="true">' +
    `<nav>Quire</nav><main><span>Quire</span>${panel}${art}</main><footer></footer></div>`
  )
}
