/** What all phases of one scan share. */
import type { Context } from '../context'
import type { Tx } from '../db/store'
import { storeCounts } from '../libraries/condition'
import { refreshSeriesProgress } from '../reading/refresh'
import { refreshSeries } from '../series/refresh'
import type { Comparison } from './compare'
import type { Progress } from './progress'
import { countLibrary, type findLibrary, type listRoots, type ScanRow } from './queries'
import type { Readers } from './reader'
import type { Verdict } from './verdict'
import type { WalkEnd, WalkOrder } from './walk'
import type { Walker } from './walker'

type Library = NonNullable<Awaited<ReturnType<typeof findLibrary>>>
export type Root = Awaited<ReturnType<typeof listRoots>>[number]

export interface Run {
  ctx: Context
  scan: ScanRow
  library: Library
  /** A person has said that what is missing is really gone. */
  confirmed: boolean
  signal: AbortSignal
  walker: Walker
  readers: Readers
  progress: Progress
}

/** A root after it was walked and compared. */
export interface Seen {
  root: Root
  order: WalkOrder
  comparison: Comparison
  end: WalkEnd | undefined
  missing: { n: number; path: string }[]
  verdict: Verdict
}

/** What is known of series and of their readers follows from their present books. */
export async function refreshAround(tx: Tx, seriesIds: readonly string[]) {
  await refreshSeries(tx, seriesIds)
  await refreshSeriesProgress(tx, seriesIds)
}

export async function refreshCounts({ ctx, library }: Run) {
  const counts = await countLibrary(ctx.heavy, library.id)
  await ctx.writeBulk((tx) => storeCounts(tx, library.id, counts))
}

/** Lets requests have their turn: databases and maps answer without ever giving way. */
export const breathe = () => new Promise<void>((resolve) => void setImmediate(resolve))
