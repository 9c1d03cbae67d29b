/** Walks one root, compares it with known books and assesses whether the result is plausible. */
import { yieldToEventLoop } from '../../../platform/lib/yield'
import { Comparison, isAtOrBelow } from '../match/compare-files'
import { findLostMounts } from './mounts'
import { listKnownFiles } from '../match/known-file-queries'
import { buildWalkOptions, listFoldersOfServer } from './walk-options'
import { type Root, type Run, type RootScan } from '../run'
import { listIgnoredPaths } from '../undo/undo-queries'
import { isDiskRecognized, assessRoot } from './root-availability'
import type { WalkResult } from './walk'
import type { FileBatch, WalkOptions } from './tree-walker'
import { DiskNotResponding } from './walk-client'

const knownPageSize = 1000
/** The root itself as a relative path. */
const wholeRoot = ['']

export async function scanRoot(run: Run, root: Root): Promise<RootScan> {
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
  const assessments = {
    assessment: assessRoot(observation, getAssessmentLimits(run)),
    isDiskRecognized: isDiskRecognized(observation, tally.knownSeen),
  }
  const moved = { movedAway: new Map<string, number>(), displaced: [] }
  return {
    root,
    walkOptions,
    comparison,
    summary,
    missing,
    hidden,
    observation,
    ...moved,
    ...assessments,
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
export function reassessRoot(run: Run, rootScan: RootScan) {
  const { movedAway, displaced, observation } = rootScan
  const isLost = ({ n, path }: { n: number; path: string }) => movedAway.get(path) !== n
  const [lostBooks] = partition(rootScan.missing, isLost)
  rootScan.missing = [...lostBooks, ...displaced]
  rootScan.movedAway = new Map()
  rootScan.displaced = []
  rootScan.hidden = rootScan.hidden.filter(isLost)
  const [missing, hidden] = [rootScan.missing.length, rootScan.hidden.length]
  const gone = observation.missing + observation.hidden - missing - hidden
  rootScan.observation = {
    ...observation,
    missing,
    hidden,
    knownPresent: observation.knownPresent - gone,
  }
  rootScan.assessment = assessRoot(rootScan.observation, getAssessmentLimits(run))
  // A root with hidden books is available only after a person confirmed their loss.
  if (rootScan.assessment.state === 'available') addHiddenToMissing(rootScan)
}

function addHiddenToMissing(rootScan: RootScan) {
  rootScan.missing = [...rootScan.missing, ...rootScan.hidden]
  rootScan.hidden = []
  rootScan.observation = { ...rootScan.observation, missing: rootScan.missing.length, hidden: 0 }
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
