/**
 * Fits tables into their column without breaks inside words. A table that is still too wide at the
 * smallest size breaks words, or is cut off, so that it never leaves its column, and can be enlarged.
 */

/** Smallest size of the text, as a fraction of the usual one. */
const smallest = 0.7
/** A page of a faulty or hostile book may have thousands. */
const mostTables = 200

export const tableRules = `
  td, th { overflow-wrap: anywhere; }
  [data-quire-table='measured'] :is(td, th), [data-quire-table='whole'] :is(td, th) { overflow-wrap: normal; }
  :is([data-quire-table='wide'], [data-quire-table='cut']) { cursor: zoom-in; }
  [data-quire-table='cut'] { display: block; overflow: hidden; }`

/** Fits the tables of a document now, and whenever their columns or their text change. */
export function fitTables(doc: Document) {
  const tables = [...doc.querySelectorAll<HTMLElement>('table:not(table table)')]
  tables.splice(mostTables)
  if (tables.length === 0) return
  const known = new Map<HTMLElement, string>()
  let frame = 0
  const fit = () => {
    frame = 0
    const view = doc.defaultView
    if (!view || isVertical(doc)) return
    const due = tables.filter((table) => {
      const key = getKey(table)
      const isChanged = known.get(table) !== key
      known.set(table, key)
      return isChanged
    })
    fitAll(due)
  }
  // In a frame of its own, because changes within the callback would trigger it again.
  const observer = new ResizeObserver(() => (frame ||= requestAnimationFrame(fit)))
  for (const { parentElement } of tables) if (parentElement) observer.observe(parentElement)
  // Other fonts are of another width.
  const fitAgain = () => {
    known.clear()
    frame ||= requestAnimationFrame(fit)
  }
  void doc.fonts.ready.then(fitAgain)
}

const isVertical = ({ body, defaultView }: Document) =>
  defaultView?.getComputedStyle(body).writingMode.startsWith('vertical') === true

/** What the width of a table depends on. */
function getKey(table: HTMLElement) {
  const style = table.ownerDocument.defaultView?.getComputedStyle(table.parentElement!)
  return [getRoom(table), style?.fontSize, style?.fontFamily].join(' ')
}

/** Padding does not shrink, so that the first size may still be too large. */
const passes = 3

/** Measures all tables before it changes any, because each change lays out the section again. */
function fitAll(tables: readonly HTMLElement[]) {
  const sizes = new Map(tables.map((table) => [table, 1]))
  for (const table of tables) {
    for (const name of ['font-size', 'max-width']) table.style.removeProperty(name)
    table.dataset['quireTable'] = 'measured'
  }
  for (let pass = 0; pass < passes; pass++) {
    const shares = tables.map((table) => getRoom(table) / Math.max(1, table.offsetWidth))
    for (const [index, table] of tables.entries()) {
      if (shares[index]! >= 1) continue
      const size = Math.max(smallest, sizes.get(table)! * shares[index]!)
      sizes.set(table, size)
      table.style.fontSize = `${Math.floor(size * 1000) / 10}%`
    }
  }
  const wide = markWider(tables, ['whole', 'wide'])
  // A table of very many columns is cut off even so.
  for (const table of markWider(wide, ['wide', 'cut'])) {
    table.style.maxWidth = `${getRoom(table)}px`
  }
}

/** Marks tables that fit with the first word and wider ones with the second. Returns the latter. */
function markWider(tables: readonly HTMLElement[], [fits, wider]: readonly [string, string]) {
  const found = new Set(tables.filter((table) => table.offsetWidth > getRoom(table) + 1))
  for (const table of tables) table.dataset['quireTable'] = found.has(table) ? wider : fits
  return [...found]
}

/** Width in pixels that a table may have. A parent that grows with it does not make the column wider. */
function getRoom(table: HTMLElement) {
  const { defaultView: view, documentElement: root } = table.ownerDocument
  const parent = table.parentElement!
  const style = view!.getComputedStyle(parent)
  const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight)
  const column = parseFloat(view!.getComputedStyle(root).columnWidth) || root.clientWidth
  const inner = parent.clientWidth - (padding || 0)
  return inner > 0 ? Math.min(inner, column) : column
}
