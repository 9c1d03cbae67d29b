/**
 * Analyzes files again on request: marks them to be read again and enqueues scans. Edits and
 * reading progress are kept.
 */
import { requestReading } from '../../../catalog/books/scanned/store-books'
import { getVisibleBook } from '../../../catalog/books/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { requireLibrary } from '../../../catalog/libraries/service'
import { getIdentity } from '../../../catalog/series/service'
import type { Viewer } from '../../../accounts/permissions/model'
import type { AnalysisView, RetryBody } from '../journal/change-model'
import { type ReanalyzeFilter, listBooksToReanalyze } from './reanalyze-queries'
import { enqueueFollowUpScan, enqueueScan } from '../lifecycle/enqueue'
import { scanMessages } from '../messages'
import { withText } from '../../../platform/messages/message'

const booksPerSlice = 200

export async function analyzeBook(ctx: Context, viewer: Viewer, id: string): Promise<AnalysisView> {
  const { n, libraryId } = await getVisibleBook(ctx, viewer, id)
  await ctx.write((tx) => requestReading(tx, [n]))
  return buildAnalysisView(1, await enqueueScans(ctx, [libraryId]))
}

export async function analyzeSeries(ctx: Context, viewer: Viewer, id: string) {
  await getIdentity(ctx.db, viewer, id)
  return reanalyzeBooks(ctx, viewer, { seriesId: id })
}

export async function analyzeLibrary(ctx: Context, viewer: Viewer, id: string) {
  await requireLibrary(ctx, viewer, id)
  return reanalyzeBooks(ctx, viewer, { libraryId: id })
}

/** Skips books and series that the viewer cannot see. */
export const analyzeSelected = (
  ctx: Context,
  viewer: Viewer,
  selected: { bookIds: readonly string[] } | { seriesIds: readonly string[] },
) => reanalyzeBooks(ctx, viewer, selected)

export async function retryFindings(
  ctx: Context,
  viewer: Viewer,
  { libraryId, code }: RetryBody,
): Promise<AnalysisView> {
  if (libraryId) await requireLibrary(ctx, viewer, libraryId)
  return reanalyzeBooks(ctx, viewer, {
    libraryId: libraryId ?? undefined,
    findings: { code: code ?? undefined },
  })
}

async function reanalyzeBooks(
  ctx: Context,
  viewer: Viewer,
  filter: ReanalyzeFilter,
): Promise<AnalysisView> {
  const libraryIds = new Set<string>()
  let count = 0
  for (let after = 0; ;) {
    const page = { after, limit: booksPerSlice }
    const slice = await listBooksToReanalyze(ctx.heavy, viewer, filter, page)
    if (slice.length === 0) break
    const ns = slice.map(({ n }) => n)
    await ctx.write((tx) => requestReading(tx, ns))
    for (const { libraryId } of slice) libraryIds.add(libraryId)
    count += ns.length
    after = ns.at(-1)!
  }
  if (count === 0) throw new Refusal('conflict', scanMessages.nothing_to_recheck())
  return buildAnalysisView(count, await enqueueScans(ctx, [...libraryIds]))
}

const buildAnalysisView = (books: number, taskIds: string[]): AnalysisView => ({
  tasksEnqueued: books,
  taskIds,
  ...withText(scanMessages.recheck_started({ count: books })),
})

/** A running scan may already have passed the files, so a follow-up scan is enqueued. */
async function enqueueScans(ctx: Context, libraryIds: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const libraryId of libraryIds) {
    await ctx.write(async (tx) => {
      const order = { libraryId, mode: 'normal', trigger: 'manual' } as const
      const scan = await enqueueScan(ctx, tx, order)
      if (scan) ids.push(scan.id)
      else await enqueueFollowUpScan(ctx, tx, order)
    })
  }
  return ids
}
