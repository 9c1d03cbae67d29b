/** What all phases of one scan share. */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { recountLibrary } from '../../catalog/libraries/counts'
import type { Naming } from '../../media/naming/naming'
import type { Comparison } from './match/compare'
import type { Progress } from './progress'
import { type findLibrary, findRootPath, type listRoots, type ScanRow } from './queries'
import type { Readers } from './read/reader'
import type { Unsure } from './model'
import type { RootSight, Verdict } from './verdict'
import type { WalkEnd, WalkOrder } from './walk/walk'
import type { Walker } from './walk/walker'

type Library = NonNullable<Awaited<ReturnType<typeof findLibrary>>>
export type Root = Awaited<ReturnType<typeof listRoots>>[number]

export interface Run {
  ctx: Context
  scan: ScanRow
  library: Library
  /** As it was when last looked at: people may change it while a scan goes on. */
  naming: Naming
  /** The state of which a person has said that what is missing is really gone. */
  confirmed: Unsure | undefined
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
  /** Those that lay on a disk below the root which is not there any more. */
  hidden: { n: number; path: string }[]
  /** What the verdict is made of. */
  sight: RootSight
  /** Books that were found elsewhere, by the path where they lay. */
  movedAway: Map<string, number>
  /** Books whose place was taken by another one, and which were found nowhere. */
  homeless: { n: number; path: string }[]
  verdict: Verdict
  /** That it lies on the disk on which it lies now may be believed. */
  isRecognized: boolean
}

/** What was seen in a folder says nothing any more when another one has taken its place meanwhile. */
export async function requireRoot(tx: Tx, { id, path }: Root) {
  if ((await findRootPath(tx, id)) === path) return
  throw new Error('the folders of the library were changed meanwhile: the scan begins anew')
}

export async function refreshCounts({ ctx, library }: Pick<Run, 'ctx' | 'library'>) {
  await recountLibrary(ctx, library.id)
}

/** Lets requests have their turn: databases and maps answer without ever giving way. */
export const breathe = () => new Promise<void>((resolve) => void setImmediate(resolve))
