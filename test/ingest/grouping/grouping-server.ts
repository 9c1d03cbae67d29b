/** A test server that runs scans and the jobs after a change of naming rules. */
import { asc, eq, inArray } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { groupingJobs } from '../../../src/ingest/grouping/jobs'
import { jobs } from '../../../src/platform/jobs/schema'
import { series } from '../../../src/catalog/series/schema'
import { startScanServer, type ScanServer } from '../scanning/scan-server'
import type { TestServer } from '../../support/server'
import { waitUntilSettled } from '../../support/wait-until'
import { applyNamesJob, regroupLibraryJob } from '../../../src/ingest/grouping/model'

export async function startGroupingServer(
  settings: Record<string, string> = {},
): Promise<ScanServer> {
  const server = await startScanServer(settings)
  server.engine.register(groupingJobs(server.ctx))
  return server
}

/** Waits until no naming change is queued or running; throws when one failed. */
export const waitUntilRegrouped = (server: TestServer) =>
  waitUntilSettled(async () => {
    const rows = await server.ctx.db
      .select()
      .from(jobs)
      .where(inArray(jobs.kind, [applyNamesJob.kind, regroupLibraryJob.kind]))
    const failed = rows.find(({ state, error }) => state === 'failed' || error !== null)
    if (failed) throw new Error(`the job failed: ${failed.error}`)
    return rows.every(({ state }) => state !== 'ready' && state !== 'running')
  })

export async function patchLibrary(server: TestServer, id: string, body: Record<string, unknown>) {
  const answer = await server.call('PATCH', `/libraries/${id}`, { as: 'ada', body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  await waitUntilRegrouped(server)
}

/** Lists the visible series with the sorted paths of their books. */
export async function listShelf(server: TestServer, libraryId: string) {
  const rows = await server.ctx.db
    .select({ title: series.title, path: books.relativePath })
    .from(books)
    .innerJoin(series, eq(series.id, books.seriesId))
    .where(eq(books.libraryId, libraryId))
    .orderBy(asc(series.sortKey), asc(series.groupKey), asc(books.sortKey))
  const shelf: string[][] = []
  let last: string | undefined
  for (const { title, path } of rows) {
    if (title === last) shelf.at(-1)!.push(path)
    else shelf.push([title, path])
    last = title
  }
  return shelf
}
