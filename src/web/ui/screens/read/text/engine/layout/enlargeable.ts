/** Finds the image or table that a tap in the middle of the text enlarges. */

interface Cell {
  readonly isHead: boolean
  readonly text: string
  readonly columns: number
  readonly rows: number
}
export type TableRow = readonly Cell[]

export type Enlargeable =
  | { readonly kind: 'picture'; readonly source: string; readonly words: string }
  | { readonly kind: 'table'; readonly rows: readonly TableRow[] }

/** Minimum gain in width. Images that would hardly become larger are not enlarged. */
const leastGain = 1.15
const mostCells = 5_000
const mostSpan = 1_000

/**
 * Returns the image or table at the target. For a table, returns only the text of its cells,
 * because the book's markup must not be inserted into the page.
 */
export function findEnlargeable(target: EventTarget | null): Enlargeable | undefined {
  // The elements belong to a different window, so `instanceof` does not work.
  const element = target as Partial<Element> | null
  const picture = element?.closest?.('img')
  if (picture) return isLarger(picture) ? toPicture(picture) : undefined
  const table = element?.closest?.("[data-quire-table='wide'], [data-quire-table='cut']")
  return table ? { kind: 'table', rows: readRows(table as HTMLTableElement) } : undefined
}

const isLarger = ({ naturalWidth, clientWidth, ownerDocument }: HTMLImageElement) =>
  ownerDocument.documentElement.dataset['quirePicture'] === undefined &&
  naturalWidth > clientWidth * leastGain

const toPicture = ({ currentSrc, src, alt }: HTMLImageElement): Enlargeable => ({
  kind: 'picture',
  source: currentSrc || src,
  words: alt,
})

function readRows({ rows }: HTMLTableElement): TableRow[] {
  let left = mostCells
  return [...rows].flatMap((row) => {
    const cells = [...row.cells].slice(0, left)
    left -= cells.length
    return cells.length === 0 ? [] : [cells.map(readCell)]
  })
}

const readCell = (cell: HTMLTableCellElement): Cell => ({
  isHead: cell.localName === 'th',
  text: cell.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '',
  columns: Math.min(mostSpan, cell.colSpan),
  rows: Math.min(mostSpan, cell.rowSpan),
})
