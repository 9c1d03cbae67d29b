/** A house in which scans run, and the jobs that follow a change of how names are read. */
import { asc, eq, inArray } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { groupingJobs, waitingJobs } from '../../../src/ingest/grouping/jobs'
import { jobs } from '../../../src/platform/jobs/schema'
import { giveUpScan } from '../../../src/ingest/scanning/service'
import { series } from '../../../src/catalog/series/schema'
import { openScanHouse, type ScanHouse } from '../scanning/support'
import type { House } from '../../support/house'
import { until } from '../../support/until'

export async function openGroupingHouse(settings: Record<string, string> = {}): Promise<ScanHouse> {
  const house = await openScanHouse(settings)
  const handlers = { ...groupingJobs(house.ctx), ...waitingJobs(house.ctx) }
  for (const [kind, run] of Object.entries(handlers)) {
    house.engine.register(kind, run, { slots: 1, onFailed: giveUpScan(house.ctx) })
  }
  return house
}

/** Waits until no change of names waits or runs; throws when one failed. */
export const settled = (house: House) =>
  until(async () => {
    const rows = await house.ctx.db
      .select()
      .from(jobs)
      .where(inArray(jobs.kind, ['apply_names', 'regroup_library']))
    const failed = rows.find(({ state, error }) => state === 'failed' || error !== null)
    if (failed) throw new Error(`the job failed: ${failed.error}`)
    return rows.every(({ state }) => state !== 'ready' && state !== 'running')
  })

export async function patchLibrary(house: House, id: string, body: Record<string, unknown>) {
  const answer = await house.call('PATCH', `/libraries/${id}`, { as: 'ada', body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  await settled(house)
}

/** Series that readers see, with the paths of their books in order. */
export async function shelfOf(house: House, libraryId: string) {
  const rows = await house.ctx.db
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
