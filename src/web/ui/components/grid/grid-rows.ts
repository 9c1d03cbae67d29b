/** Positions of the grid items near the viewport. */
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect } from 'react'
import { useElementPosition } from './use-element-position'

export interface GridPlace {
  index: number
  /** `start` is in pixels from the start of the row, `top` from the top of the list. */
  start: number
  top: number
  width: number
}

interface GridOptions {
  coverMin?: number
  textHeight?: number
  /**
   * Whether this is the first visit, without a position to restore. The list may then be rendered
   * after the first paint.
   */
  isNew?: boolean
}

/** Must match the tokens --grid-gap-x and --grid-gap-y. */
const wide = { gapX: 26, gapY: 28, coverMin: 146 }
const narrow = { gapX: 16, gapY: 20, coverMin: 96 }
const narrowBelow = 640
const usualTextHeight = 84
/** Space in pixels left above a row after a jump to it. */
const headroom = 12

export function useGridRows(
  list: RefObject<HTMLElement | null>,
  total: number,
  options: GridOptions,
) {
  const place = useElementPosition(list, { afterPaint: options.isNew ?? false })
  const { columns, coverWidth, gapX, rowHeight } = computeShape(place?.width ?? 0, options)
  const margin = place?.top ?? 0
  const virtual = useWindowVirtualizer({
    count: place ? Math.ceil(total / columns) : 0,
    estimateSize: () => rowHeight,
    overscan: 2,
    scrollMargin: margin,
  })
  // Measures again when the height changes, because rows otherwise keep their first height.
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const getPlaces = (row: VirtualItem): GridPlace[] => {
    const first = row.index * columns
    const count = Math.max(0, Math.min(columns, total - first))
    return Array.from({ length: count }, (_, column) => ({
      index: first + column,
      start: column * (coverWidth + gapX),
      top: row.start - margin,
      width: coverWidth,
    }))
  }
  // Computed from the index of the row. Row heights are exact, so jumps are exact as well.
  const lead = useCallback(
    (index: number) => {
      const row = Math.floor(index / columns)
      scrollTo({ top: row === 0 ? 0 : margin + row * rowHeight - headroom })
    },
    [columns, margin, rowHeight],
  )
  return {
    places: virtual.getVirtualItems().flatMap(getPlaces),
    first: (virtual.range?.startIndex ?? 0) * columns,
    lead,
    height: virtual.getTotalSize(),
    columns,
    reveal: (row: number) => virtual.scrollToIndex(row),
  }
}

function computeShape(width: number, { coverMin, textHeight = usualTextHeight }: GridOptions) {
  const { gapX, gapY, coverMin: usual } = width < narrowBelow ? narrow : wide
  const least = coverMin ?? usual
  const columns = Math.max(1, Math.floor((width + gapX) / (least + gapX)))
  const coverWidth = (width - gapX * (columns - 1)) / columns
  return { columns, coverWidth, gapX, rowHeight: Math.round(coverWidth * 1.5) + textHeight + gapY }
}
