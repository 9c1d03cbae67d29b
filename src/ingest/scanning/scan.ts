/**
 * One scan of a library, in four phases: walk the roots, compare with what is known, analyze what is new
 * or changed, tidy away what is gone. Whatever interrupts it, running it again goes on correctly: each
 * slice is whole, and nothing is remembered outside of the database.
 */
import { splitIntoSlices } from '../../platform/lib/slices'
import type { Tx } from '../../platform/db/store'
import {
  adoptDisks,
  markScanned,
  setCondition,
  setSignature,
} from '../../catalog/libraries/condition'
import { restoreFound } from '../../catalog/books/scanned/intake'
import { loadNaming } from '../../catalog/corrections/load'
import { refreshAllAround } from '../../reading/progress/around'
import { Analysis } from './read/analyze'
import { followCopies, followMoves } from './relocate/follow'
import { findHeirs, scanHeirs } from './match/heirs'
import { heedSidecars } from './read/heed-sidecars'
import { recordBooks } from './journal/journal'
import { askForHashes } from './read/hashing'
import { Progress } from './progress'
import { listRoots, seriesOfBooks } from './queries'
import { breathe, requireRoot, type Root, type Run, type Seen } from './run'
import { judgeAnew, lookAt } from './walk/sight'
import { tidy } from './finish/tidy'
import { worst } from './verdict'
import type { WalkEnd } from './walk/walk'
import { withWorkers } from './workers'
import { libraryUpdated } from '../../catalog/libraries/model'
import { makeThumbnails } from '../../artwork/thumbnails/model'

export interface Outcome {
  status: 'completed' | 'failed'
  message: string | null
  progress: Progress
  /** Files that are being written still. */
  waiting: number
  /** What the roots were seen to hold, by their ids; only of those that were gone through to the end. */
  signatures: Map<string, string>
  /** Libraries that may hold what is missing in this one. */
  heirs: string[]
}

const rowsAtOnce = 50

export const scanLibrary = (
  asked: Pick<Run, 'ctx' | 'scan' | 'library' | 'confirmed' | 'signal'>,
): Promise<Outcome> => {
  const { ctx, scan, signal } = asked
  return withWorkers(ctx, signal, async (workers) => {
    const naming = await loadNaming(ctx.db, asked.library.id)
    return runPhases({ ...asked, naming, ...workers, progress: new Progress(ctx, scan) })
  })
}

async function runPhases(run: Run): Promise<Outcome> {
  const { ctx, library, progress } = run
  const seen: Seen[] = []
  await progress.enter('walk')
  for (const root of await listRoots(ctx.db, library.id)) seen.push(await lookAt(run, root))

  await progress.enter('compare')
  await followMoves(run, seen)
  for (const root of seen) await judgeAnew(run, root)
  await followCopies(run, seen)
  for (const root of seen) await judgeAnew(run, root)
  warnOfDoubts(run, seen)
  const present = seen.filter(({ verdict }) => verdict.state !== 'unavailable')
  await writeDownCondition(run, seen)
  for (const { root, comparison } of present) await bringBack(run, root, comparison.returned)

  await heedSidecars(run, present)

  await progress.enter('analyze')
  const analysis = new Analysis(run, present)
  await analysis.run()

  await progress.enter('tidy')
  for (const root of seen) if (root.verdict.state === 'available') await tidy(run, root)
  const nothingSeen = present.length === 0 && seen.length > 0
  return {
    status: nothingSeen ? 'failed' : 'completed',
    message: messageOf(seen, analysis.waiting),
    progress,
    waiting: analysis.waiting,
    signatures: analysis.waiting > 0 ? new Map() : signaturesOf(seen),
    heirs: await findHeirs(run),
  }
}

const signaturesOf = (seen: readonly Seen[]) =>
  new Map(
    seen.flatMap(({ root, end, verdict }) =>
      end && verdict.state !== 'unavailable' ? [[root.id, end.signature] as const] : [],
    ),
  )

function warnOfDoubts({ ctx, library }: Run, seen: readonly Seen[]) {
  for (const { verdict, root } of seen) {
    if (verdict.state === 'available') continue
    const about = { libraryId: library.id, folder: root.path }
    ctx.log.warn(about, `The library “${library.name}” was left as it is: ${verdict.reason}`)
  }
}

/** Before anything is marked: how the roots are is known to all, even if this scan dies now. */
async function writeDownCondition({ ctx, library, progress }: Run, seen: Seen[]) {
  const changed = await ctx.writeBulk(async (tx) => {
    await progress.require(tx)
    for (const { root, end, verdict, isRecognized: isKnown } of seen) {
      await requireRoot(tx, root)
      await setSignature(tx, root.id, null)
      if (!end || !isKnown || verdict.state !== 'available') continue
      await adoptDisks(tx, root.id, end)
    }
    return setCondition(tx, library.id, worst(seen.map(({ verdict }) => verdict)))
  })
  if (changed) ctx.bus.publish(libraryUpdated, { libraryId: library.id })
}

/** Files that were missing and are there again bring back their books with all that hangs on them. */
async function bringBack({ ctx, scan, progress, signal }: Run, root: Root, ns: readonly number[]) {
  for (const slice of splitIntoSlices(ns, rowsAtOnce)) {
    signal.throwIfAborted()
    await ctx.writeBulk(async (tx) => {
      await progress.require(tx)
      await requireRoot(tx, root)
      await restoreFound(tx, slice, ctx.now())
      await recordBooks(tx, scan, 'returned', slice)
      const seriesIds = await seriesOfBooks(tx, slice)
      await refreshAllAround(tx, seriesIds)
    })
    await breathe()
  }
}

/** The last write of a scan, together with the end of its job. */
export async function finish(
  tx: Tx,
  { ctx, library, scan }: Pick<Run, 'ctx' | 'library' | 'scan'>,
  { signatures, heirs }: Outcome,
) {
  await markScanned(tx, library.id, ctx.now())
  for (const [rootId, signature] of signatures) await setSignature(tx, rootId, signature)
  const all = scan.mode === 'deep'
  // Keys of its own: a job that makes what the slices asked for may be near its end just now.
  await ctx.queue.enqueue(
    tx,
    makeThumbnails,
    { libraryId: library.id, check: true, ...(all && { all }) },
    { key: `${all ? 'all' : 'check'}-thumbs:${library.id}`, priority: -10, again: true },
  )
  await askForHashes(ctx, tx)
  await scanHeirs(ctx, tx, heirs)
}

function messageOf(seen: Seen[], waiting: number): string | null {
  const sentences = new Set(seen.flatMap(({ verdict }) => verdict.reason ?? []))
  const sum = (count: (end: WalkEnd) => number) =>
    seen.reduce((total, { end }) => total + (end ? count(end) : 0), 0)
  const example = (one: (end: WalkEnd) => string | null | undefined) =>
    shown(seen.flatMap(({ end }) => (end && one(end)) ?? [])[0])
  const unreadable = sum((end) => end.unreadable.length)
  const closed = example((end) => end.unreadable[0])
  const badNames = sum((end) => end.badNames)
  const badName = example((end) => end.badName)
  const links = sum((end) => end.linksPassed)
  const notes: [number, string][] = [
    [
      unreadable,
      `Folders or files that could not be read: ${unreadable}, such as “${closed}”. What was known there stays as it is.`,
    ],
    [
      badNames,
      `Names that are too long or no valid text: ${badNames}, such as “${badName}”. Rename them.`,
    ],
    [links, `Links that lead elsewhere: ${links}. They were not followed.`],
    [waiting, `Files that are still being written: ${waiting}. They are looked at again soon.`],
  ]
  for (const [count, note] of notes) if (count > 0) sentences.add(note)
  return sentences.size > 0 ? [...sentences].join(' ') : null
}

const longestShown = 100

/** A path below a root, fit for a sentence; of a long one the end, by which it is known. */
function shown(path = ''): string {
  const text = path.replace(/\p{Cc}/gu, ' ').toWellFormed()
  return text.length > longestShown ? `…${text.slice(-longestShown).toWellFormed()}` : text
}
