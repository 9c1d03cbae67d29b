/** Walks one root, compares it with known books and assesses whether the result is plausible. */
import { yieldToEventLoop } from '../../../platform/lib/yield'
import { Comparison, isAtOrBelow } from '../match/compare-files'
import { findLostMounts } from './mounts'
import { listKnownFiles } from '../match/known-file-queries'
import { buildWalkOptions, listFoldersOfServer } from './walk-options'
import { listRootsToScan } from '../queries'
import type { MovedFromRoot, Root, RootScan, Run } from '../run'
import { listIgnoredPaths } from '../undo/undo-queries'
import { isDiskRecognized, assessRoot } from './root-availability'
import type { WalkResult } from './walk'
import type { FileBatch, WalkOptions } from './tree-walker'
import { DiskNotResponding } from './walk-client'

const knownPageSize = 1000
/** The root itself as a relative path. */
const wholeRoot = ['']

export async function scanRoots(run: Run): Promise<RootScan[]> {
  const rootScans: RootScan[] = []
  for (const root of await listRootsToScan(run.ctx.db, run.library.id))
    rootScans.push(await scanRoot(run, root))
  return rootScans
}

async function scanRoot(run: Run, root: Root): Promise<RootScan> {
  const { ctx, scan, library } = run
  const libraryFolders = await listFoldersOfServer(ctx)
  const walkOptions = { ...buildWalkOptions({ ...library, path: root.path }), libraryFolders }
  const ignoredPaths = await listIgnoredPaths(ctx.db, root.id)
  const comparison = new Comparison({ isDeep: scan.mode === 'deep', ignoredPaths })
  const result = await walkAndCompare(run, root, walkOptions, comparison)
  const summary = 'summary' in result ? result.summary : undefined
  const tally = comparison.countKnown(
    !summary || summary.tooMuchUnreadable ? wholeRoot : [...summary.unreadable, ...summary.links],
  )
  const lostMounts = new Set(findLostMounts(root.mounts ?? {}, summary?.mounts ?? {}))
  const [hidden, missing] = partition(tally.missing, ({ path }) => isAtOrBelow(path, lostMounts))
  const observation = {
    problem: 'problem' in result ? result.problem : undefined,
    summary,
    filesFound: comparison.filesFound,
    knownPresent: tally.knownPresent,
    missing: missing.length,
    hidden: hidden.length,
    knownDevice: root.device,
  }
  return {
    root,
    walkOptions,
    comparison,
    summary,
    missing,
    hidden,
    observation,
    assessment: assessRoot(observation, getAssessmentLimits(run)),
    isDiskRecognized: isDiskRecognized(observation, tally.knownSeen),
  }
}

async function walkAndCompare(
  run: Run,
  root: Root,
  walkOptions: WalkOptions,
  comparison: Comparison,
): Promise<WalkResult> {
  const { walker, progress, signal } = run
  const earlyBatches: FileBatch[] = []
  let isLoaded = false
  // The Worker walks while this thread loads known files. Later batches are compared when they
  // arrive.
  const foundBefore = progress.filesTotal
  progress.currentPath = root.path
  const walked = walker.walk(walkOptions, (batch) => {
    progress.filesTotal += batch.sizes.length
    if (isLoaded) comparison.addFound(batch)
    else earlyBatches.push(batch)
  })
  const walking = walked.catch((error: unknown): WalkResult => {
    if (error instanceof DiskNotResponding) return { problem: 'asleep' }
    throw error
  })
  const loading = loadKnownFiles(run, root.id, comparison).then(() => (isLoaded = true))
  const [result] = await progress.reportDuring(Promise.all([walking, loading]))
  for (const batch of earlyBatches) {
    comparison.addFound(batch)
  }
  signal.throwIfAborted()
  progress.filesTotal = foundBefore + comparison.filesFound
  await progress.reportThrottled()
  return result
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  const [first, others]: [T[], T[]] = [[], []]
  for (const one of all) (isFirst(one) ? first : others).push(one)
  return [first, others]
}

const getAssessmentLimits = ({ limits, confirmed }: Run) => ({ ...limits, confirmed })

/** Books that were found elsewhere are not missing from this root. */
export function reassessRoot(
  run: Run,
  rootScan: RootScan,
  { movedAway, displaced }: MovedFromRoot,
): RootScan {
  const isLost = ({ n, path }: { n: number; path: string }) => movedAway.get(path) !== n
  const missing = [...rootScan.missing.filter(isLost), ...displaced]
  const hidden = rootScan.hidden.filter(isLost)
  const { observation } = rootScan
  const gone = observation.missing + observation.hidden - missing.length - hidden.length
  const counts = { missing: missing.length, hidden: hidden.length }
  const remaining = { ...observation, ...counts, knownPresent: observation.knownPresent - gone }
  const assessment = assessRoot(remaining, getAssessmentLimits(run))
  const reassessed = { ...rootScan, missing, hidden, observation: remaining, assessment }
  // A root with hidden books is available only after a person confirmed their loss.
  return assessment.state === 'available' ? addHiddenToMissing(reassessed) : reassessed
}

function addHiddenToMissing(rootScan: RootScan): RootScan {
  const missing = [...rootScan.missing, ...rootScan.hidden]
  const observation = { ...rootScan.observation, missing: missing.length, hidden: 0 }
  return { ...rootScan, missing, hidden: [], observation }
}

async function loadKnownFiles({ ctx, signal }: Run, rootId: string, comparison: Comparison) {
  for (let after = ''; ;) {
    const files = await listKnownFiles(ctx.db, rootId, { after, limit: knownPageSize })
    comparison.addKnown(files)
    if (files.length < knownPageSize) return
    after = files.at(-1)!.path
    await yieldToEventLoop()
    signal.throwIfAborted()
  }
}
