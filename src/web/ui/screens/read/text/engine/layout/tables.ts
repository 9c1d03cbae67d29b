/**
 * Shrinks tables to fit into their column without breaks inside words. If a table is too wide even
 * at the smallest size, its words are broken or it is cut off. Such a table can be enlarged.
 */

/** Minimum text size, as a fraction of the normal size. */
const smallest = 0.7
/** A malformed or malicious section may contain thousands of tables. */
const mostTables = 200

export const tableRules = `
  td, th { overflow-wrap: anywhere; }
  [data-quire-table='measured'] :is(td, th), [data-quire-table='whole'] :is(td, th) { overflow-wrap: normal; }
  :is([data-quire-table='wide'], [data-quire-table='cut']) { cursor: zoom-in; }
  [data-quire-table='cut'] { display: block; overflow: hidden; }`

/** Fits the tables of a document initially, and whenever their column or font changes. */
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
  // Deferred to an animation frame, because changes within the callback would trigger it again.
  const observer = new ResizeObserver(() => (frame ||= requestAnimationFrame(fit)))
  for (const { parentElement } of tables) if (parentElement) observer.observe(parentElement)
  // Loaded fonts may have different widths.
  const fitAgain = () => {
    known.clear()
    frame ||= requestAnimationFrame(fit)
  }
  void doc.fonts.ready.then(fitAgain)
}

const isVertical = ({ body, defaultView }: Document) =>
  defaultView?.getComputedStyle(body).writingMode.startsWith('vertical') === true

/** Returns a key of everything that affects the width of a table. */
function getKey(table: HTMLElement) {
  const style = table.ownerDocument.defaultView?.getComputedStyle(table.parentElement!)
  return [getRoom(table), style?.fontSize, style?.fontFamily].join(' ')
}

/** Padding does not shrink, so the table may still be too wide after the first pass. */
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
  // A table with very many columns is cut off, because it is too wide even with broken words.
  for (const table of markWider(wide, ['wide', 'cut'])) {
    table.style.maxWidth = `${getRoom(table)}px`
  }
}

/** Marks tables that fit with `fits` and wider ones with `wider`. Returns the wider ones. */
function markWider(tables: readonly HTMLElement[], [fits, wider]: readonly [string, string]) {
  const found = new Set(tables.filter((table) => table.offsetWidth > getRoom(table) + 1))
  for (const table of tables) table.dataset['quireTable'] = found.has(table) ? wider : fits
  return [...found]
}

/**
 * Returns the available width for a table in pixels. Limited to the column, because a parent
 * element may grow with the table.
 */
function getRoom(table: HTMLElement) {
  const { defaultView: view, documentElement: root } = table.ownerDocument
  const parent = table.parentElement!
  const style = view!.getComputedStyle(parent)
  const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight)
  const column = parseFloat(view!.getComputedStyle(root).columnWidth) || root.clientWidth
  const inner = parent.clientWidth - (padding || 0)
  return inner > 0 ? Math.min(inner, column) : column
}
