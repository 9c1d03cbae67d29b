/** The frame of the interface in grey, shown until its scripts are there. It is hidden by `theme/skeleton.css`. */

/** Those that stand in the frame, and what is drawn inside it. */
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

/** Enough for a phone. */
const covers = 12

/** Markup; empty for sign-in, set-up and the readers, which have no frame. */
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
