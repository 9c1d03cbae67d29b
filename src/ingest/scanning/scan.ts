/**
 * A library scan in four phases: walk the roots, compare with known books, analyze new and changed
 * files, trash missing books. An interrupted scan continues correctly when run again: each slice is
 * one transaction, and no state is kept outside the database.
 */
import { replaceLinkTargets } from '../../catalog/libraries/link-targets'
import { splitIntoSlices } from '../../platform/lib/slices'
import type { Tx } from '../../platform/db/store'
import {
  updateRootDevices,
  updateLastScan,
  updateAccessState,
  updateRootSignature,
} from '../../catalog/libraries/scan-state'
import { restoreFoundBooks } from '../../catalog/books/scanned/store-books'
import { refreshSeriesProgressAndSearch } from '../../reading/progress/refresh-series-and-progress'
import { Analysis } from './read/analyze'
import { relocateToCopies, relocateMovedBooks } from './relocate/relocate-books'
import { findLibrariesWithCopies, enqueueScansOfLibraries } from './match/libraries-with-copies'
import { mergeCopies } from './copies/merge-copies'
import { applySidecarChanges } from './read/apply-sidecars'
import { recordBooks } from './journal/journal'
import { enqueueHashing } from './hashing/hashing'
import { Progress } from './lifecycle/scan-progress'
import { findSeriesIdsByBooks } from './queries'
import {
  loadMissingLimits,
  requireUnchangedRoot,
  type Root,
  type Run,
  type RootScan,
  runWithWorkers,
} from './run'
import { scanRoots } from './walk/scan-root'
import { trashMissingBooks } from './finish/trash-missing'
import { findWorstAssessment } from './walk/root-availability'
import type { WalkSummary } from './walk/walk'
import { libraryUpdated } from '../../catalog/libraries/model'
import { makeThumbnails } from '../../artwork/thumbnails/model'
import { type Message, renderMessage } from '../../platform/messages/message'
import { scanLogMessages, scanResultMessages } from './messages'

export interface ScanOutcome {
  status: 'completed' | 'failed'
  /** Messages about skipped files. */
  messages: Message[]
  progress: Progress
  /** Number of files that are still being written. */
  growingCount: number
  /** Signatures of completely scanned roots, by root ID. */
  signatures: Map<string, string>
  /** Libraries that may contain copies of missing books. */
  librariesWithCopies: string[]
}

const rowsAtOnce = 50

export const scanLibrary = (
  request: Pick<Run, 'ctx' | 'scan' | 'library' | 'confirmed' | 'signal'>,
): Promise<ScanOutcome> => {
  const { ctx, scan, signal } = request
  return runWithWorkers(ctx, signal, async (workers) => {
    const limits = await loadMissingLimits(ctx)
    const progress = new Progress(ctx, scan)
    return runPhases({ ...request, limits, ...workers, progress })
  })
}

async function runPhases(run: Run): Promise<ScanOutcome> {
  const { ctx, library, progress } = run
  await progress.enterPhase('walk')
  const walked = await scanRoots(run)

  await progress.enterPhase('compare')
  const rootScans = await relocateToCopies(run, await relocateMovedBooks(run, walked))
  logUnavailableRoots(run, rootScans)
  const present = rootScans.filter(({ assessment }) => assessment.state !== 'unavailable')
  await storeRootStates(run, rootScans)
  for (const { root, comparison } of present)
    await restoreReturnedBooks(run, root, comparison.returned)

  await applySidecarChanges(run, present)

  await progress.enterPhase('analyze')
  const analysis = new Analysis(run, present)
  await analysis.run()

  await progress.enterPhase('tidy')
  for (const root of rootScans)
    if (root.assessment.state === 'available') await trashMissingBooks(run, root)
  const librariesWithCopies = await findLibrariesWithCopies(run)
  await mergeCopies(ctx, { signal: run.signal, library, awaited: librariesWithCopies })
  const isNothingAvailable = present.length === 0 && rootScans.length > 0
  return {
    status: isNothingAvailable ? 'failed' : 'completed',
    messages: buildMessages(rootScans, analysis.growingCount),
    progress,
    growingCount: analysis.growingCount,
    signatures: analysis.growingCount > 0 ? new Map() : collectSignatures(rootScans),
    librariesWithCopies,
  }
}

const collectSignatures = (rootScans: readonly RootScan[]) =>
  new Map(
    rootScans.flatMap(({ root, summary, assessment }) =>
      summary && assessment.state !== 'unavailable' ? [[root.id, summary.signature] as const] : [],
    ),
  )

function logUnavailableRoots({ ctx, library }: Run, rootScans: readonly RootScan[]) {
  for (const { assessment, root } of rootScans) {
    const { reason } = assessment
    if (reason === null) continue
    const fields = { libraryId: library.id, library: library.name, folder: root.path }
    ctx.log.warn(fields, scanLogMessages.folder_skipped({ reason }))
  }
}

/**
 * Stores the state of the roots before any books are marked, so that it is visible even if the scan
 * crashes.
 */
async function storeRootStates({ ctx, library, progress }: Run, rootScans: readonly RootScan[]) {
  const changed = await ctx.writeBulk(async (tx) => {
    await progress.requireLive(tx)
    for (const { root, summary, assessment, isDiskRecognized: isKnown } of rootScans) {
      await requireUnchangedRoot(tx, root)
      await updateRootSignature(tx, root.id, null)
      if (summary && assessment.state !== 'unavailable') {
        await replaceLinkTargets(tx, root.id, summary.linkTargets)
      }
      if (!summary || !isKnown || assessment.state !== 'available') continue
      await updateRootDevices(tx, root.id, summary)
    }
    const worst = findWorstAssessment(rootScans.map(({ assessment }) => assessment))
    return updateAccessState(tx, library.id, { ...worst, now: ctx.clock.now() })
  })
  if (changed) ctx.bus.publish(libraryUpdated, { libraryId: library.id })
}

/** Restores missing books whose files are back. */
async function restoreReturnedBooks(
  { ctx, scan, progress, signal }: Run,
  root: Root,
  ns: readonly number[],
) {
  for (const slice of splitIntoSlices(ns, rowsAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      await progress.requireLive(tx)
      await requireUnchangedRoot(tx, root)
      await restoreFoundBooks(tx, slice, ctx.clock.now())
      await recordBooks(tx, scan, 'returned', slice)
      const seriesIds = await findSeriesIdsByBooks(tx, slice)
      await refreshSeriesProgressAndSearch(tx, seriesIds)
    })
  }
}

/** Performs the last write of a scan, in the transaction that completes its job. */
export async function finishScan(
  tx: Tx,
  { ctx, library, scan }: Pick<Run, 'ctx' | 'library' | 'scan'>,
  { signatures, librariesWithCopies }: ScanOutcome,
) {
  await updateLastScan(tx, library.id, ctx.clock.now())
  for (const [rootId, signature] of signatures) await updateRootSignature(tx, rootId, signature)
  const isDeep = scan.mode === 'deep'
  // Uses a key of its own, because a thumbnail job enqueued by a slice may be about to end.
  await ctx.queue.enqueue(
    tx,
    makeThumbnails,
    { libraryId: library.id, check: true, ...(isDeep && { all: isDeep }) },
    { key: `${isDeep ? 'all' : 'check'}-thumbs:${library.id}`, priority: -10, again: true },
  )
  await enqueueHashing(ctx, tx)
  await enqueueScansOfLibraries(ctx, tx, librariesWithCopies)
}

function buildMessages(rootScans: readonly RootScan[], growing: number): Message[] {
  const reasons = rootScans.flatMap(({ assessment }) => assessment.reason ?? [])
  const sum = (count: (end: WalkSummary) => number) =>
    rootScans.reduce((total, { summary }) => total + (summary ? count(summary) : 0), 0)
  const findExample = (pick: (end: WalkSummary) => string | null | undefined) =>
    truncatePath(rootScans.flatMap(({ summary }) => (summary && pick(summary)) ?? [])[0])
  const unreadable = sum((end) => end.unreadable.length)
  const badNames = sum((end) => end.badNames)
  const links = sum((end) => end.linksSkipped)
  const notes: [number, (count: number) => Message][] = [
    [
      unreadable,
      (count) => {
        const example = findExample((end) => end.unreadable[0])
        return scanResultMessages.unreadable({ count, example })
      },
    ],
    [
      badNames,
      (count) => {
        const example = findExample((end) => end.badName)
        return scanResultMessages.bad_names({ count, example })
      },
    ],
    [
      links,
      (count) => {
        const example = findExample((end) => end.links[0])
        return example === ''
          ? scanResultMessages.links_inside({ count })
          : scanResultMessages.links({ count, example })
      },
    ],
    [growing, (count) => scanResultMessages.growing({ count })],
  ]
  const skipped = notes.flatMap(([count, create]) => (count > 0 ? create(count) : []))
  return removeDuplicates([...reasons, ...skipped])
}

const removeDuplicates = (messages: Message[]) => [
  ...new Map(messages.map((message) => [renderMessage(message), message])).values(),
]

const maxShownLength = 100

/** Formats a relative path for a message. Keeps only the end of a long path. */
function truncatePath(path = ''): string {
  const text = path.replace(/\p{Cc}/gu, ' ').toWellFormed()
  return text.length > maxShownLength ? `…${text.slice(-maxShownLength).toWellFormed()}` : text
}
