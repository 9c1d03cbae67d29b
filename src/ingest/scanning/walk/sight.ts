/** Walks one root, compares what lies there with what is known, and judges whether it may be believed. */
import { inSteps } from '../../../platform/db/yield'
import { Comparison, isAtOrBelow } from '../match/compare'
import { lostMounts } from './mounts'
import { listKnownFiles } from '../match/known-queries'
import { orderOf } from './root-order'
import { breathe, type Root, type Run, type Seen } from '../run'
import { listIgnoredPaths } from '../undo/undo-queries'
import { isRecognized, judge } from '../verdict'
import type { FileBatch, WalkResult } from './walk'
import { DiskAsleep } from './walker'

const knownAtOnce = 1000
/** The path of a root below itself. */
const everything = ['']

export async function lookAt(run: Run, root: Root): Promise<Seen> {
  const { ctx, scan, library, walker, progress, signal } = run
  const order = orderOf({ ...library, path: root.path })
  const unwanted = await listIgnoredPaths(ctx.db, root.id)
  const comparison = new Comparison({ deep: scan.mode === 'deep', unwanted })
  const early: FileBatch[] = []
  let isLearned = false
  // The Worker walks while this thread loads what is known, and compares what comes after that at once.
  const foundBefore = progress.filesTotal
  progress.currentPath = root.path
  const walked = walker.walk(order, (batch) => {
    progress.filesTotal += batch.sizes.length
    if (isLearned) comparison.meet(batch)
    else early.push(batch)
  })
  const walking = walked.catch((error: unknown): WalkResult => {
    if (error instanceof DiskAsleep) return { problem: 'asleep' }
    throw error
  })
  const learning = learn(run, root.id, comparison).then(() => (isLearned = true))
  const [result] = await progress.tellDuring(Promise.all([walking, learning]))
  for (const batch of early) {
    comparison.meet(batch)
    await breathe()
  }
  signal.throwIfAborted()
  progress.filesTotal = foundBefore + comparison.filesFound
  await progress.tellSometimes()
  const end = 'end' in result ? result.end : undefined
  const tally = await comparison.tally(!end || end.tooMuchUnreadable ? everything : end.unreadable)
  const lost = new Set(lostMounts(root.mounts ?? {}, end?.mounts ?? {}))
  const [hidden, missing] = await parted(tally.missing, ({ path }) => isAtOrBelow(path, lost))
  const sight = {
    problem: 'problem' in result ? result.problem : undefined,
    end,
    filesFound: comparison.filesFound,
    knownPresent: tally.knownPresent,
    missing: missing.length,
    hidden: hidden.length,
    knownDevice: root.device,
  }
  const verdicts = {
    verdict: judge(sight, limitsOf(run)),
    isRecognized: isRecognized(sight, tally.knownSeen),
  }
  const moved = { movedAway: new Map<string, number>(), homeless: [] }
  return { root, order, comparison, end, missing, hidden, sight, ...moved, ...verdicts }
}

async function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): Promise<[T[], T[]]> {
  const [first, others]: [T[], T[]] = [[], []]
  for await (const slice of inSteps(all)) {
    for (const one of slice) (isFirst(one) ? first : others).push(one)
  }
  return [first, others]
}

const limitsOf = ({ ctx, confirmed }: Run) => {
  const { missing_share_percent: sharePercent, missing_minimum: minimum } = ctx.config.scan
  return { sharePercent, minimum, confirmed }
}

/** Books that were found elsewhere are not missing, and never were this root's to lose. */
export async function judgeAnew(run: Run, seen: Seen) {
  const { movedAway, homeless, sight } = seen
  const isLost = ({ n, path }: { n: number; path: string }) => movedAway.get(path) !== n
  const [lost] = await parted(seen.missing, isLost)
  seen.missing = [...lost, ...homeless]
  seen.movedAway = new Map()
  seen.homeless = []
  seen.hidden = seen.hidden.filter(isLost)
  const [missing, hidden] = [seen.missing.length, seen.hidden.length]
  const gone = sight.missing + sight.hidden - missing - hidden
  seen.sight = { ...sight, missing, hidden, knownPresent: sight.knownPresent - gone }
  seen.verdict = judge(seen.sight, limitsOf(run))
  // Only after a person has said that they are really gone.
  if (seen.verdict.state === 'available') takeInHidden(seen)
}

function takeInHidden(seen: Seen) {
  seen.missing = [...seen.missing, ...seen.hidden]
  seen.hidden = []
  seen.sight = { ...seen.sight, missing: seen.missing.length, hidden: 0 }
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
