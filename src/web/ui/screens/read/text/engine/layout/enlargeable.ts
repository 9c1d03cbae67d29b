/** What a tap in the middle of the text can enlarge. */

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

/** Pictures that are hardly larger than shown stay, as do ornaments. */
const leastGain = 1.15
const mostCells = 5_000
const mostSpan = 1_000

/**
 * Returns the picture or the table at the target. Of a table only the texts of its cells are taken:
 * markup of a book must not get into the page.
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
