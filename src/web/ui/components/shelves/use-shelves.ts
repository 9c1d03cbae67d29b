import { useQueries, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useStagedRows } from './staged-rows'
import { shelfQuery, type ShelfItem, type ShelfName } from './shelves'

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
  const known = withoutRepeatedRow(
    answers.slice(0, isAnswered ? answers.length : waitingFor).map((answer, position) => ({
      name: names[position]!,
      custom: custom?.get(names[position]!),
      items: answer.data,
      error: answer.failureReason ?? answer.error,
      retry: answer.refetch,
    })),
  )
  // Empty rows do not need a frame of their own.
  const filled = known.filter(({ items }) => items?.length !== 0)
  const drawn = new Set(filled.slice(0, useStagedRows(filled.length, isAnswered)))
  const isWhole = isAnswered && drawn.size === filled.length
  const rows = known.filter((row) => row.items?.length === 0 || drawn.has(row))
  const isEmpty = isWhole && rows.every(({ items }) => items?.length === 0)
  return { rows, isWhole, isEmpty }
}

/**
 * Empties the row of updated series if it has the same series as the row of new series, as is the
 * case until a series has changed.
 */
function withoutRepeatedRow(rows: ShelfRow[]): ShelfRow[] {
  const added = rows.find(({ name }) => name === 'newSeries')
  return rows.map((row) =>
    row.name === 'changedSeries' && added && hasSameSeries(row, added)
      ? { ...row, items: [] }
      : row,
  )
}

function hasSameSeries(one: ShelfRow, other: ShelfRow): boolean {
  const [ids, others] = [listSeriesIds(one), listSeriesIds(other)]
  return ids.length > 0 && ids.join() === others.join()
}

const listSeriesIds = ({ items = [] }: ShelfRow) =>
  items.flatMap((item) => (item.kind === 'series' ? [item.series.id] : [])).toSorted()
