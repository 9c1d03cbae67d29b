/** Previews a scan: takes the same steps but changes nothing. */
import type { BookByContent } from '../../../catalog/books/scanned/book-moves'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { notFound, Refusal } from '../../../errors'
import type { Job } from '../../../platform/jobs/job'
import { requireLibrary } from '../../../catalog/libraries/service'
import type { Viewer } from '../../../accounts/permissions/model'
import type { ScanPreviewView } from '../journal/change-model'
import type { Candidate } from '../match/compare-files'
import { findCopyMoves } from '../match/match-copies'
import { applyMoves, findMoves } from '../relocate/relocate-books'
import { type PreviewOrder, previewScanJob, type ScanMode } from '../model'
import { buildChains, type Move } from '../match/match-moves'
import {
  findPreviewBooks,
  findPreview,
  type PreviewRow,
  replacePreview,
  updateLivePreview,
} from './preview-queries'
import { Progress } from '../lifecycle/scan-progress'
import { findLibraryToScan, type ScanRow } from '../queries'
import { loadMissingLimits, type Run, type RootScan, runWithWorkers } from '../run'
import type { Previewed, PreviewedFile, PreviewResult } from '../schema'
import { scanRoots } from '../walk/scan-root'
import { findWorstAssessment } from '../walk/root-availability'
import { scanMessages, scanResultMessages } from '../messages'
import { withText } from '../../../platform/messages/message'

const maxExamples = 20

export async function startPreview(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
  mode: ScanMode,
): Promise<ScanPreviewView> {
  await requireLibrary(ctx, viewer, libraryId)
  const preview = await ctx.write(async (tx) => {
    const options = { key: `preview:${libraryId}`, priority: 10 }
    const id = await ctx.queue.enqueue(tx, previewScanJob, { libraryId, mode }, options)
    if (id === undefined) return undefined
    return replacePreview(tx, {
      libraryId,
      id,
      mode,
      status: 'pending',
      createdAt: ctx.clock.now(),
    })
  })
  if (preview) return buildPreviewView(preview)
  throw new Refusal('conflict', scanMessages.preview_running())
}

export async function getPreview(
  ctx: Context,
  viewer: Viewer,
  libraryId: string,
): Promise<ScanPreviewView> {
  await requireLibrary(ctx, viewer, libraryId)
  const preview = await findPreview(ctx.db, libraryId)
  if (!preview) throw notFound(scanMessages.preview_not_found())
  return buildPreviewView(preview)
}

function buildPreviewView({ message, result, ...view }: PreviewRow): ScanPreviewView {
  const stateReason = result?.stateReason ?? null
  return {
    ...view,
    message: message && withText(message),
    result: result && { ...result, stateReason: stateReason && withText(stateReason) },
  }
}

export async function runPreview(ctx: Context, job: Job<PreviewOrder>, signal: AbortSignal) {
  const { libraryId, mode } = job.payload
  const library = await findLibraryToScan(ctx.db, libraryId)
  if (!library) return
  await ctx.writeBulk((tx) => updateLivePreview(tx, job.id, { status: 'running' }))
  const scan = buildTransientScan(job.id, { libraryId, mode, now: ctx.clock.now() })
  const progress = new NoProgress(ctx, scan)
  const limits = await loadMissingLimits(ctx)
  const base = { ctx, scan, library, confirmed: undefined, limits, signal, progress }
  const result = await runWithWorkers(ctx, signal, (workers) =>
    previewScan({ ...base, ...workers }),
  )
  return async (tx: Tx) => {
    const completedAt = ctx.clock.now()
    await updateLivePreview(tx, job.id, { status: 'completed', result, completedAt })
  }
}

/** Called by the job queue after the last failed attempt. */
export const failPreview =
  (ctx: Context) =>
  async (tx: Tx, { id }: Job) => {
    const message = scanResultMessages.preview_failed()
    await updateLivePreview(tx, id, { status: 'failed', message, completedAt: ctx.clock.now() })
  }

/** A preview has no scan record to update. */
class NoProgress extends Progress {
  override async report() {
    return Promise.resolve()
  }
}

/** Builds a scan row that is never stored. */
const buildTransientScan = (
  id: string,
  { libraryId, mode, now }: PreviewOrder & { now: Date },
): ScanRow => ({
  id,
  libraryId,
  mode,
  trigger: 'manual',
  status: 'running',
  phase: null,
  currentPath: null,
  filesTotal: 0,
  filesProcessed: 0,
  added: 0,
  changed: 0,
  moved: 0,
  missing: 0,
  findings: 0,
  messages: null,
  cancelRequestedAt: null,
  namesBefore: null,
  createdAt: now,
  startedAt: now,
  completedAt: null,
})

async function previewScan(run: Run): Promise<PreviewResult> {
  const walked = await scanRoots(run)
  const { moves } = await findMoves(run, walked)
  const relocated = applyMoves(run, walked, buildChains(moves))
  const copies = await findCopyMoves(run, relocated)
  const rootScans = applyMoves(run, relocated, buildChains(copies))
  return summarize(run, rootScans, [...moves, ...copies])
}

async function summarize(
  { ctx }: Run,
  rootScans: readonly RootScan[],
  moves: readonly Move<BookByContent>[],
): Promise<PreviewResult> {
  const present = rootScans.filter(({ assessment }) => assessment.state !== 'unavailable')
  const available = rootScans.filter(({ assessment }) => assessment.state === 'available')
  const { state, reason } = findWorstAssessment(rootScans.map(({ assessment }) => assessment))
  const mergeFiles = (pick: (one: RootScan) => readonly Candidate[]) =>
    mergeLists(present.map(pick))
  const added = mergeFiles(({ comparison }) => comparison.added)
  const changed = mergeFiles(({ comparison }) => comparison.changed)
  const missing = mergeLists(available.map((one) => one.missing))
  const returned = mergeLists(present.map(({ comparison }) => comparison.returned))
  const sum = (count: (one: RootScan) => number) =>
    rootScans.reduce((total, one) => total + count(one), 0)
  const loadExamples = async (ns: readonly (number | undefined)[]) =>
    buildExamples(
      await findPreviewBooks(
        ctx.db,
        ns.filter((n) => n !== undefined),
      ),
    )
  return {
    state,
    stateReason: reason,
    filesFound: sum(({ comparison }) => comparison.filesFound),
    ignored: sum(({ comparison }) => comparison.ignored),
    added: { count: added.count, examples: added.first.map(({ path }) => buildFile(path)) },
    changed: {
      count: changed.count,
      examples: await loadExamples(changed.first.map(({ n }) => n)),
    },
    moved: summarizeMoves(moves),
    missing: {
      count: missing.count,
      examples: await loadExamples(missing.first.map(({ n }) => n)),
    },
    returned: { count: returned.count, examples: await loadExamples(returned.first) },
  }
}

const mergeLists = <Item>(lists: readonly (readonly Item[])[]) => ({
  count: lists.reduce((total, items) => total + items.length, 0),
  first: lists.flatMap((items) => items.slice(0, maxExamples)).slice(0, maxExamples),
})

const buildFile = (path: string, loadExamples: Partial<PreviewedFile> = {}): PreviewedFile => ({
  path,
  pathBefore: null,
  bookId: null,
  ...loadExamples,
})

const buildExamples = (rows: Awaited<ReturnType<typeof findPreviewBooks>>) =>
  rows.map(({ path, bookId }) => buildFile(path, { bookId }))

const summarizeMoves = (moves: readonly Move<BookByContent>[]): Previewed => ({
  count: moves.length,
  examples: moves
    .slice(0, maxExamples)
    .map(({ file, book }) => buildFile(file.path, { pathBefore: book.path, bookId: book.id })),
})
