/** The state that all phases of one scan share, and its Workers. */
import type { Context } from '../../context'
import type { Tx } from '../../platform/db/store'
import { getSetting } from '../../platform/settings/settings'
import { findMovedAway } from '../../catalog/books/scanned/book-moves'
import { recountLibrary } from '../../catalog/libraries/recount-library'
import type { Comparison } from './match/compare-files'
import type { Progress } from './lifecycle/scan-progress'
import { type findLibraryToScan, findRootPath, type listRootsToScan, type ScanRow } from './queries'
import { FileReaders } from './read/file-readers'
import type { UnconfirmedState } from './model'
import type { RootObservation, RootAssessment } from './walk/root-availability'
import type { WalkSummary } from './walk/walk'
import type { WalkOptions } from './walk/tree-walker'
import { WalkClient } from './walk/walk-client'

type Library = NonNullable<Awaited<ReturnType<typeof findLibraryToScan>>>
export type Root = Awaited<ReturnType<typeof listRootsToScan>>[number]

export interface Run {
  readonly ctx: Context
  readonly scan: ScanRow
  readonly library: Library
  /** The state of the library when a person confirmed that the missing files are gone. */
  readonly confirmed: UnconfirmedState | undefined
  readonly limits: MissingLimits
  readonly signal: AbortSignal
  readonly walker: WalkClient
  readonly readers: FileReaders
  readonly progress: Progress
}

/** If both limits are exceeded, the disk may be disconnected. */
interface MissingLimits {
  sharePercent: number
  minimum: number
}

export const loadMissingLimits = async (ctx: Context): Promise<MissingLimits> => ({
  sharePercent: await getSetting(ctx, 'scan.missing_share_percent'),
  minimum: await getSetting(ctx, 'scan.missing_minimum'),
})

interface MissingBook {
  n: number
  path: string
}

/** The known state of a root. A step that learns more returns a new object. */
export interface RootScan {
  readonly root: Root
  readonly walkOptions: WalkOptions
  readonly comparison: Comparison
  readonly summary: WalkSummary | undefined
  readonly missing: readonly MissingBook[]
  /** Missing books on a disk below the root that is no longer mounted. */
  readonly hidden: readonly MissingBook[]
  /** Input for the assessment. */
  readonly observation: RootObservation
  readonly assessment: RootAssessment
  /** Whether the root is known to be on the right disk. */
  readonly isDiskRecognized: boolean
}

/** How moves change which books of a root are missing. */
export interface MovedFromRoot {
  /** Numbers of books that were found elsewhere, by old path. */
  movedAway: Map<string, number>
  /** Books that lost their location and were not found elsewhere. */
  displaced: MissingBook[]
}

/** The results of a walk are invalid if the root's path has changed. */
export async function requireUnchangedRoot(tx: Tx, { id, path }: Root) {
  if ((await findRootPath(tx, id)) === path) return
  throw new Error('library folders changed during the scan: restarting')
}

/**
 * The results of reading files are invalid if the path of their root has changed or if a scan of
 * another library has moved their books. Files without a number are new, so they cannot have moved.
 */
export async function requireUnchangedPlaces(
  tx: Tx,
  files: readonly { n?: number | undefined; root: Root; path: string }[],
) {
  for (const root of new Set(files.map((file) => file.root))) await requireUnchangedRoot(tx, root)
  const places = files.flatMap(({ n, root, path }) =>
    n === undefined ? [] : [{ n, rootId: root.id, path }],
  )
  if (places.length === 0 || (await findMovedAway(tx, places)).size === 0) return
  throw new Error('books were moved during the scan: restarting')
}

export async function refreshCounts({ ctx, library }: Pick<Run, 'ctx' | 'library'>) {
  await recountLibrary(ctx, library.id)
}

const fileTimeoutMs = 60_000

/** The Workers stop when `work` completes or the signal is aborted. */
export async function runWithWorkers<Result>(
  { config }: Context,
  signal: AbortSignal,
  work: (workers: { walker: WalkClient; readers: FileReaders }) => Promise<Result>,
): Promise<Result> {
  using walker = new WalkClient()
  using readers = new FileReaders(config.scan.workers, fileTimeoutMs)
  // A walk or a file read cannot be interrupted, but its Worker can be terminated.
  const end = () => {
    walker[Symbol.dispose]()
    readers[Symbol.dispose]()
  }
  signal.throwIfAborted()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await work({ walker, readers })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}
