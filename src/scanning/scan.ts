/**
 * One scan of a library, in four phases: walk the roots, compare with what is known, analyze what is new
 * or changed, tidy away what is gone. Whatever interrupts it, running it again goes on correctly: each
 * slice is whole, and nothing is remembered outside of the database.
 */
import { availableParallelism } from 'node:os'
import type { Tx } from '../db/store'
import { adoptDevice, markScanned, setCondition } from '../libraries/condition'
import { restoreFound } from '../books/intake'
import { refreshSearch } from '../series/search-text'
import { Analysis } from './analyze'
import { Comparison } from './compare'
import { followCopies, followMoves } from './follow'
import { recordBooks } from './journal'
import { Progress } from './progress'
import { listKnownFiles, listRoots, seriesOfBooks } from './queries'
import { Readers } from './reader'
import { bookFormats, patternsOf } from './rules'
import { breathe, refreshAround, requireRoot, type Root, type Run, type Seen } from './run'
import { tidy } from './tidy'
import { listIgnoredPaths } from './undo-queries'
import { isRecognized, judge, worst } from './verdict'
import type { FileBatch, WalkEnd, WalkOrder } from './walk'
import { Walker } from './walker'

export interface Outcome {
  status: 'completed' | 'failed'
  message: string | null
  progress: Progress
  /** Files that are being written still. */
  waiting: number
}

const knownAtOnce = 1000
/** The path of a root below itself. */
const everything = ['']
const rowsAtOnce = 50
const fileTimeoutMs = 60_000

export async function scanLibrary(
  asked: Pick<Run, 'ctx' | 'scan' | 'library' | 'confirmed' | 'signal'>,
): Promise<Outcome> {
  const { ctx, scan, signal } = asked
  using walker = new Walker()
  using readers = new Readers(ctx.config.scan.workers || oneIsEnough, fileTimeoutMs)
  // Neither a walk nor a file that is being read can be interrupted, but their Workers can be ended.
  const end = () => {
    walker[Symbol.dispose]()
    readers[Symbol.dispose]()
  }
  signal.throwIfAborted()
  signal.addEventListener('abort', end, { once: true })
  try {
    return await runPhases({ ...asked, walker, readers, progress: new Progress(ctx, scan) })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}

/** Reading metadata is quicker than one core can store it. */
const oneIsEnough = Math.min(1, availableParallelism())

async function runPhases(run: Run): Promise<Outcome> {
  const { ctx, library, progress } = run
  const seen: Seen[] = []
  await progress.enter('walk')
  for (const root of await listRoots(ctx.db, library.id)) seen.push(await lookAt(run, root))

  await progress.enter('compare')
  await followMoves(run, seen)
  for (const root of seen) judgeAnew(run, root)
  await followCopies(run, seen)
  for (const root of seen) judgeAnew(run, root)
  warnOfDoubts(run, seen)
  const present = seen.filter(({ verdict }) => verdict.state !== 'unavailable')
  await writeDownCondition(run, seen)
  for (const { root, comparison } of present) await bringBack(run, root, comparison.returned)

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
  }
}

async function lookAt(run: Run, root: Root): Promise<Seen> {
  const { ctx, scan, library, walker, progress, signal } = run
  const order: WalkOrder = {
    root: root.path,
    formats: library.allowedFormats?.map((format) => format.toLowerCase()) ?? bookFormats,
    excluded: patternsOf(library.excludedPatterns),
  }
  const unwanted = await listIgnoredPaths(ctx.db, root.id)
  const comparison = new Comparison({ deep: scan.mode === 'deep', unwanted })
  const early: FileBatch[] = []
  let isLearned = false
  // The Worker walks while this thread loads what is known, and compares what comes after that at once.
  const walking = walker.walk(order, (batch) => {
    if (isLearned) comparison.meet(batch)
    else early.push(batch)
  })
  const learning = learn(run, root.id, comparison).then(() => (isLearned = true))
  const [result] = await Promise.all([walking, learning])
  for (const batch of early) {
    comparison.meet(batch)
    await breathe()
  }
  signal.throwIfAborted()
  progress.filesTotal += comparison.filesFound
  await progress.tellSometimes()
  const end = 'end' in result ? result.end : undefined
  const { knownPresent, knownSeen, missing } = await comparison.tally(
    !end || end.tooMuchUnreadable ? everything : end.unreadable,
  )
  const sight = {
    problem: 'problem' in result ? result.problem : undefined,
    end,
    filesFound: comparison.filesFound,
    knownPresent,
    missing: missing.length,
    knownDevice: root.device,
  }
  const verdicts = {
    verdict: judge(sight, limitsOf(run)),
    isRecognized: isRecognized(sight, knownSeen),
  }
  const moved = { movedAway: new Map<string, number>(), homeless: [] }
  return { root, order, comparison, end, missing, sight, ...moved, ...verdicts }
}

const limitsOf = ({ ctx, confirmed }: Run) => {
  const { missing_share_percent: sharePercent, missing_minimum: minimum } = ctx.config.scan
  return { sharePercent, minimum, confirmed }
}

/** Books that were found elsewhere are not missing, and never were this root's to lose. */
function judgeAnew(run: Run, seen: Seen) {
  const { movedAway, homeless, sight } = seen
  const isLost = ({ n, path }: { n: number; path: string }) => movedAway.get(path) !== n
  seen.missing = [...seen.missing.filter(isLost), ...homeless]
  seen.movedAway = new Map()
  seen.homeless = []
  const gone = sight.missing - seen.missing.length
  seen.sight = { ...sight, missing: seen.missing.length, knownPresent: sight.knownPresent - gone }
  seen.verdict = judge(seen.sight, limitsOf(run))
}

function warnOfDoubts({ ctx, library }: Run, seen: readonly Seen[]) {
  for (const { verdict, root } of seen) {
    if (verdict.state === 'available') continue
    const about = { libraryId: library.id, folder: root.path }
    ctx.log.warn(about, `${library.name}: ${verdict.reason}`)
  }
}

async function learn({ ctx, signal }: Run, rootId: string, comparison: Comparison) {
  for (let after = ''; ;) {
    const files = await listKnownFiles(ctx.db, rootId, { after, limit: knownAtOnce })
    comparison.learn(files)
    if (files.length < knownAtOnce) return
    after = files.at(-1)!.path
    await breathe()
    signal.throwIfAborted()
  }
}

/** Before anything is marked: how the roots are is known to all, even if this scan dies now. */
async function writeDownCondition({ ctx, library, progress }: Run, seen: Seen[]) {
  const changed = await ctx.writeBulk(async (tx) => {
    await progress.require(tx)
    for (const { root, end, verdict, isRecognized: isKnown } of seen) {
      await requireRoot(tx, root)
      if (!end || !isKnown || verdict.state !== 'available') continue
      await adoptDevice(tx, root.id, end.device)
    }
    return setCondition(tx, library.id, worst(seen.map(({ verdict }) => verdict)))
  })
  if (changed) ctx.bus.announce({ type: 'library_updated', libraryId: library.id })
}

/** Files that were missing and are there again bring back their books with all that hangs on them. */
async function bringBack({ ctx, scan, progress, signal }: Run, root: Root, ns: readonly number[]) {
  for (let from = 0; from < ns.length; from += rowsAtOnce) {
    signal.throwIfAborted()
    const slice = ns.slice(from, from + rowsAtOnce)
    await ctx.writeBulk(async (tx) => {
      await progress.require(tx)
      await requireRoot(tx, root)
      await restoreFound(tx, slice, ctx.now())
      await recordBooks(tx, scan, 'returned', slice)
      const seriesIds = await seriesOfBooks(tx, slice)
      await refreshAround(tx, seriesIds)
      await refreshSearch(tx, seriesIds)
    })
    await breathe()
  }
}

/** The last write of a scan, together with the end of its job. */
export async function finish(tx: Tx, { ctx, library }: Pick<Run, 'ctx' | 'library'>, mode: string) {
  await markScanned(tx, library.id, ctx.now())
  const all = mode === 'deep'
  // Keys of its own: a job that makes what the slices asked for may be near its end just now.
  await ctx.queue.enqueue(
    tx,
    'make_thumbnails',
    { libraryId: library.id, check: true, ...(all && { all }) },
    { key: `${all ? 'all' : 'check'}-thumbs:${library.id}`, priority: -10, again: true },
  )
}

function messageOf(seen: Seen[], waiting: number): string | null {
  const sentences = new Set(seen.flatMap(({ verdict }) => verdict.reason ?? []))
  const sum = (count: (end: WalkEnd) => number) =>
    seen.reduce((total, { end }) => total + (end ? count(end) : 0), 0)
  const notes = [
    {
      about: 'Folders or files that could not be read',
      count: sum(({ unreadable }) => unreadable.length),
      advice: 'What was known there stays as it is.',
    },
    {
      about: 'Names that are too long or no valid text',
      count: sum(({ badNames }) => badNames),
      advice: 'Rename them.',
    },
    {
      about: 'Links that lead elsewhere',
      count: sum(({ linksPassed }) => linksPassed),
      advice: 'They were not followed.',
    },
    {
      about: 'Files that are still being written',
      count: waiting,
      advice: 'They are looked at again soon.',
    },
  ]
  for (const { about, count, advice } of notes) {
    if (count > 0) sentences.add(`${about}: ${count}. ${advice}`)
  }
  return sentences.size > 0 ? [...sentences].join(' ') : null
}
