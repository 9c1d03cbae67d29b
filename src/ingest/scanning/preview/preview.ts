/** What a scan of a library would do, found out in the same way as a scan does, and nothing is done. */
import type { BookByContent } from '../../../catalog/books/scanned/moves'
import type { Context } from '../../../context'
import type { Tx } from '../../../platform/db/store'
import { loadNaming } from '../../../catalog/corrections/load'
import { notFound, Refusal } from '../../../errors'
import type { Job } from '../../../platform/jobs/job'
import { requireLibrary } from '../../../catalog/libraries/service'
import type { Viewer } from '../../../accounts/permissions/model'
import type { ScanPreviewView } from '../journal/change-model'
import type { Candidate } from '../match/compare'
import { findCopies } from '../match/copies'
import { findMoves, retell } from '../relocate/follow'
import { type PreviewOrder, previewScanJob, type ScanMode } from '../model'
import { chainsOf, type Move } from '../match/moves'
import { findBooks, findPreview, putPreview, updateLivePreview } from './preview-queries'
import { Progress } from '../progress'
import { findLibrary, listRoots, type ScanRow } from '../queries'
import type { Run, Seen } from '../run'
import type { Previewed, PreviewedFile, PreviewResult } from '../schema'
import { judgeAnew, lookAt } from '../walk/sight'
import { worst } from '../verdict'
import { withWorkers } from '../workers'
import { scanMessages } from '../messages'

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
    return putPreview(tx, { libraryId, id, mode, status: 'pending', createdAt: ctx.now() })
  })
  if (preview) return preview
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
  return preview
}

/** The job. */
export async function runPreview(ctx: Context, job: Job<PreviewOrder>, signal: AbortSignal) {
  const { libraryId, mode } = job.payload
  const library = await findLibrary(ctx.db, libraryId)
  if (!library) return
  await ctx.writeBulk((tx) => updateLivePreview(tx, job.id, { status: 'running' }))
  const scan = unwritten(job.id, { libraryId, mode, now: ctx.now() })
  const progress = new SilentProgress(ctx, scan)
  const naming = await loadNaming(ctx.db, libraryId)
  const asked = { ctx, scan, library, naming, confirmed: undefined, signal, progress }
  const result = await withWorkers(ctx, signal, (workers) => look({ ...asked, ...workers }))
  return async (tx: Tx) => {
    const completedAt = ctx.now()
    await updateLivePreview(tx, job.id, { status: 'completed', result, completedAt })
  }
}

/** For the engine: a preview that will not be tried again says so. */
export const giveUpPreview =
  (ctx: Context) =>
  async (tx: Tx, { id }: Job) => {
    const message = 'The library could not be looked through. The log says why.'
    await updateLivePreview(tx, id, { status: 'failed', message, completedAt: ctx.now() })
  }

/** There is no scan that it could tell of. */
class SilentProgress extends Progress {
  override async tell() {
    return Promise.resolve()
  }
}

/** As a scan would be that began now. */
const unwritten = (
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
  message: null,
  cancelRequestedAt: null,
  namesBefore: null,
  createdAt: now,
  startedAt: now,
  completedAt: null,
})

async function look(run: Run): Promise<PreviewResult> {
  const seen: Seen[] = []
  for (const root of await listRoots(run.ctx.db, run.library.id)) seen.push(await lookAt(run, root))
  const { moves } = await findMoves(run, seen)
  await retell(seen, await chainsOf(moves))
  for (const root of seen) await judgeAnew(run, root)
  const copies = await findCopies(run, seen)
  await retell(seen, await chainsOf(copies))
  for (const root of seen) await judgeAnew(run, root)
  return summarize(run, seen, [...moves, ...copies])
}

async function summarize(
  { ctx }: Run,
  seen: readonly Seen[],
  moves: readonly Move<BookByContent>[],
): Promise<PreviewResult> {
  const present = seen.filter(({ verdict }) => verdict.state !== 'unavailable')
  const believed = seen.filter(({ verdict }) => verdict.state === 'available')
  const { state, reason } = worst(seen.map(({ verdict }) => verdict))
  const filesOf = (pick: (one: Seen) => readonly Candidate[]) => merged(present.map(pick))
  const added = filesOf(({ comparison }) => comparison.added)
  const changed = filesOf(({ comparison }) => comparison.changed)
  const missing = merged(believed.map((one) => one.missing))
  const returned = merged(present.map(({ comparison }) => comparison.returned))
  const sum = (count: (one: Seen) => number) => seen.reduce((total, one) => total + count(one), 0)
  const known = async (ns: readonly (number | undefined)[]) =>
    examplesOf(
      await findBooks(
        ctx.db,
        ns.filter((n) => n !== undefined),
      ),
    )
  return {
    state,
    stateReason: reason,
    filesFound: sum(({ comparison }) => comparison.filesFound),
    ignored: sum(({ comparison }) => comparison.ignored),
    added: { count: added.count, examples: added.first.map(({ path }) => fileAt(path)) },
    changed: { count: changed.count, examples: await known(changed.first.map(({ n }) => n)) },
    moved: movedOf(moves),
    missing: { count: missing.count, examples: await known(missing.first.map(({ n }) => n)) },
    returned: { count: returned.count, examples: await known(returned.first) },
  }
}

const merged = <Item>(lists: readonly (readonly Item[])[]) => ({
  count: lists.reduce((total, items) => total + items.length, 0),
  first: lists.flatMap((items) => items.slice(0, maxExamples)).slice(0, maxExamples),
})

const fileAt = (path: string, known: Partial<PreviewedFile> = {}): PreviewedFile => ({
  path,
  pathBefore: null,
  bookId: null,
  ...known,
})

const examplesOf = (rows: Awaited<ReturnType<typeof findBooks>>) =>
  rows.map(({ path, bookId }) => fileAt(path, { bookId }))

const movedOf = (moves: readonly Move<BookByContent>[]): Previewed => ({
  count: moves.length,
  examples: moves
    .slice(0, maxExamples)
    .map(({ file, book }) => fileAt(file.path, { pathBefore: book.path, bookId: book.id })),
})
