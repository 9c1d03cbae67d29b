import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { shelfQuery, type ShelfItem, type ShelfName } from './shelves'
import { afterNextPaint } from '../../state/browser/after-paint'
import { buildRowStart } from '../../../shared/row-start'

/** A row added by the user. */
export interface CustomShelf {
  title: string
  query: object
  more: ReactNode
}

export interface ShelfRow {
  name: ShelfName
  custom: CustomShelf | undefined
  /** undefined on error. */
  items: readonly ShelfItem[] | undefined
  error: unknown
  retry: () => unknown
}

/**
 * Returns the rows before the first one that is still loading, so that new rows never appear above
 * others. A row that failed shows an error and does not block the others.
 */
export function useShelves(
  names: readonly ShelfName[],
  library?: string,
  custom?: ReadonlyMap<ShelfName, CustomShelf>,
): { rows: ShelfRow[]; isWhole: boolean; isEmpty: boolean } {
  const answers = useQueries({
    queries: names.map(
      (name) =>
        (custom?.get(name)?.query ?? shelfQuery(name, library)) as UseQueryOptions<
          unknown,
          Error,
          ShelfItem[]
        >,
    ),
  })
  const waitingFor = answers.findIndex(
    ({ isPending, failureCount }) => isPending && failureCount === 0,
  )
  const isAnswered = waitingFor < 0
  const known = withoutRepeatedRows(
    answers.slice(0, isAnswered ? answers.length : waitingFor).map((answer, position) => ({
      name: names[position]!,
      custom: custom?.get(names[position]!),
      items: answer.data,
      error: answer.failureReason ?? answer.error,
      retry: answer.refetch,
    })),
  )
  // Empty rows do not need an animation frame of their own.
  const filled = known.filter(({ items }) => items?.length !== 0)
  const drawn = new Set(filled.slice(0, useStagedRows(filled.length, isAnswered)))
  const isWhole = isAnswered && drawn.size === filled.length
  const rows = known.filter((row) => row.items?.length === 0 || drawn.has(row))
  const isEmpty = isWhole && rows.every(({ items }) => items?.length === 0)
  return { rows, isWhole, isEmpty }
}

/**
 * Rows of suggestions, which are hidden if they repeat a row above. Other rows are always shown.
 */
const suggesting = new Set<ShelfName>(['newSeries', 'changedSeries', 'forYou'])

/**
 * Empties suggestion rows that start with the same series as a row above, which is common while a
 * library is new.
 */
function withoutRepeatedRows(rows: ShelfRow[]): ShelfRow[] {
  const seen = new Set<string>()
  return rows.map((row) => {
    const start = buildRowStart((row.items ?? []).flatMap(getSeriesId))
    if (start !== '' && seen.has(start) && suggesting.has(row.name)) return { ...row, items: [] }
    seen.add(start)
    return row
  })
}

function getSeriesId(item: ShelfItem): string[] {
  if ('book' in item) return [item.book.seriesId]
  if (item.kind === 'series') return [item.series.id]
  return item.kind === 'recommended' ? [item.recommended.seriesId ?? ''] : []
}

/**
 * On the first screen after the page load, one row is rendered per frame, because a phone needs a
 * second to draw a hundred covers and ignores touches in the meantime. Later screens render all
 * rows at once, so that Back can restore the position.
 */
let isFirstScreen = true

/** Returns the number of loaded rows to render. `isLast` means that all rows have been loaded. */
function useStagedRows(rows: number, isLast: boolean): number {
  const [drawn, setDrawn] = useState(isFirstScreen ? 1 : Number.POSITIVE_INFINITY)
  const isDone = drawn >= rows && isLast
  useEffect(() => {
    if (isDone) isFirstScreen = false
    return drawn < rows ? afterNextPaint(() => setDrawn(drawn + 1)) : undefined
  }, [drawn, rows, isDone])
  return Math.min(rows, drawn)
}
