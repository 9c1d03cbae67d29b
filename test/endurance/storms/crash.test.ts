/**
 * Scans killed at random points and resumed, compared with an uninterrupted scan: books, series,
 * labels, counters and tasks must be equal. `QUIRE_CRASHES=50` runs more of them, SEED others.
 */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { asc, eq, sql } from 'drizzle-orm'
import { bookContents, bookMetadata, books } from '../../../src/catalog/books/schema'
import type { Context } from '../../../src/context'
import type { Job } from '../../../src/platform/jobs/job'
import { jobs } from '../../../src/platform/jobs/schema'
import { genres, seriesGenres } from '../../../src/catalog/labels/schema'
import { libraries, libraryRoots } from '../../../src/catalog/libraries/schema'
import { scanningJobs } from '../../../src/ingest/scanning/jobs'
import { scans } from '../../../src/ingest/scanning/schema'
import { series, seriesMetadata } from '../../../src/catalog/series/schema'
import { addLibrary, makeFolder, writeFiles } from '../../ingest/scanning/scan-server'
import { type TestServer, startTestServer } from '../../support/server'
import { makeCbz } from '../../support/make/cbz'
import { findWrongDerivedData } from '../../support/derived'
import { Dice, randomSeed } from '../../support/dice'
import { takeShare } from '../../support/share'
import { findJobHandler } from '../../support/jobs'
import { scanLibraryJob } from '../../../src/ingest/scanning/model'

const crashes = Number(process.env['QUIRE_CRASHES'] ?? 8)
const seeds = Array.from({ length: crashes }, (_, number) => randomSeed + number)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Tree = Record<string, Uint8Array | string | null>

const pages = [{ name: '1.jpg', data: Buffer.from('x') }]

async function treeOf(dice: Dice, count: number): Promise<Tree> {
  const tree: Tree = {}
  for (let i = 0; i < count; i++) {
    const folder = dice.one(['A/', 'B/', 'C (2001)/', 'D/E/', ''])
    const name = `${folder}Name ${dice.one(['v', 'c', '#'])}${dice.roll(60)}.cbz`
    const info = {
      ...(dice.roll(2) && { Series: `Series ${dice.roll(3)}` }),
      ...(dice.roll(2) && { Genre: dice.one(['Drama', 'Noir', 'Sport']) }),
      ...(dice.roll(2) && { Publisher: `TestServer ${dice.roll(3)}`, Year: 1990 + dice.roll(9) }),
      ...(dice.roll(2) && { Writer: `Writer ${dice.roll(4)}`, Summary: `Says ${i}` }),
    }
    tree[name] =
      dice.roll(12) === 0
        ? 'no archive at all'
        : await makeCbz({ pages, ...(Object.keys(info).length > 0 && { comicInfo: info }) })
  }
  return tree
}

/** Changes, adds and deletes some files, but too few to require a confirmation. */
async function changesOf(dice: Dice, tree: Tree): Promise<Tree> {
  const names = Object.keys(tree)
  const gone = names.filter(() => dice.roll(8) === 0).slice(0, 12)
  const other = await treeOf(dice, 30)
  return { ...other, ...Object.fromEntries(gone.map((name) => [name, null])) }
}

class PowerCut extends Error {}

/**
 * Returns a context that aborts the job at write number `at`. `cut` makes this write and all later
 * ones fail, like a power loss; `signaled` still commits them.
 */
function dying(ctx: Context, at: number, how: 'cut' | 'signaled', stop: AbortController): Context {
  let writes = 0
  const write =
    (real: Context['write']): Context['write'] =>
    async (work) => {
      writes++
      if (writes < at) return real(work)
      stop.abort(new Error('signaled to end'))
      if (how === 'signaled') return real(work)
      return real(async (tx) => {
        if (writes === at) await work(tx)
        throw new PowerCut('the power is gone')
      })
    }
  return { ...ctx, write: write(ctx.write), writeBulk: write(ctx.writeBulk) }
}

async function newJob(libraryId: string): Promise<Job> {
  const payload = { libraryId, mode: 'normal', trigger: 'manual' }
  const job = {
    id: Bun.randomUUIDv7(),
    kind: 'scan_library',
    payload,
    attempts: 1,
    maxAttempts: 99,
  }
  const leaseUntil = new Date(Date.now() + 3_600_000)
  const lease = { owner: 'test', leaseUntil, runAt: new Date(), state: 'running' as const }
  await server.ctx.write((tx) => tx.insert(jobs).values({ ...job, ...lease }))
  return job
}

/** Runs the job once and returns whether it completed. */
async function run(job: Job, ctx: Context, stop = new AbortController()): Promise<boolean> {
  try {
    const effect = await findJobHandler(scanningJobs(ctx), scanLibraryJob)(job, stop.signal)
    await ctx.writeBulk(async (tx) => {
      if (effect) await effect(tx)
      await tx.update(jobs).set({ state: 'done' }).where(eq(jobs.id, job.id))
    })
    return true
  } catch (error) {
    if (!stop.signal.aborted) throw error
    return false
  }
}

async function scanQuietly(libraryId: string) {
  expect(await run(await newJob(libraryId), server.ctx)).toBe(true)
}

/** Simulates at most one power loss, because a file is skipped after two crashes. */
async function scanThroughCrashes(libraryId: string, dice: Dice) {
  const job = await newJob(libraryId)
  const deaths = 1 + dice.roll(4)
  const cut = dice.roll(deaths)
  for (let death = 0; death < deaths; death++) {
    const stop = new AbortController()
    const ctx = dying(server.ctx, 1 + dice.roll(14), death === cut ? 'cut' : 'signaled', stop)
    if (await run(job, ctx, stop)) return
  }
  expect(await run(job, server.ctx)).toBe(true)
}

/** Returns the rows that a scan has written, without values that differ between libraries. */
async function leftBehind(libraryId: string) {
  const { db } = server.ctx
  const roots = await db.select().from(libraryRoots).where(eq(libraryRoots.libraryId, libraryId))
  const anonymous = (row: object) =>
    JSON.parse(
      JSON.stringify(row, (name, value) => (hidden.has(name) ? undefined : (value as unknown)))
        .replaceAll(roots[0]!.id, 'root')
        .replaceAll(roots[0]!.path, '/path')
        .replaceAll(libraryId, 'library'),
    ) as object
  const bookRows = await db
    .select()
    .from(books)
    .leftJoin(bookMetadata, eq(bookMetadata.n, books.n))
    .leftJoin(bookContents, eq(bookContents.n, books.n))
    .where(eq(books.libraryId, libraryId))
    .orderBy(asc(books.relativePath))
  const seriesRows = await db
    .select()
    .from(series)
    .leftJoin(seriesMetadata, eq(seriesMetadata.n, series.n))
    .where(eq(series.libraryId, libraryId))
    .orderBy(asc(sql`substr(${series.groupKey}, 37)`))
  const labelRows = await db
    .select({ series: series.title, key: series.groupKey, label: genres.name })
    .from(seriesGenres)
    .innerJoin(series, eq(series.id, seriesGenres.seriesId))
    .innerJoin(genres, eq(genres.id, seriesGenres.labelId))
    .where(eq(series.libraryId, libraryId))
    .orderBy(asc(sql`substr(${series.groupKey}, 37)`), asc(genres.nameKey))
  const [library] = await db.select().from(libraries).where(eq(libraries.id, libraryId))
  const [scan] = await db
    .select()
    .from(scans)
    .where(eq(scans.libraryId, libraryId))
    .orderBy(sql`${scans.createdAt} desc`)
  const tasks = await db
    .select({ kind: jobs.kind, key: jobs.key, payload: jobs.payload })
    .from(jobs)
    .where(sql`${jobs.key} like ${`%thumbs:${libraryId}`}`)
    .orderBy(asc(jobs.key))
  const { bookCount, seriesCount, state, stateReason } = library!
  const { status, messages, added, missing } = scan!
  return {
    books: bookRows.map(anonymous),
    series: seriesRows.map(anonymous),
    labels: labelRows.map(anonymous),
    library: { bookCount, seriesCount, state, stateReason },
    scan: { status, messages, added, missing },
    tasks: tasks.map(anonymous),
  }
}

const hidden = new Set([
  'id',
  'n',
  'seriesId',
  'createdAt',
  'updatedAt',
  'analyzedAt',
  // Compared separately by `presence` below.
  'missingSince',
  'trashedAt',
])

const presence = async (libraryId: string) =>
  (
    await server.ctx.db
      .select()
      .from(books)
      .where(eq(books.libraryId, libraryId))
      .orderBy(asc(books.relativePath))
  ).map(({ relativePath, missingSince, trashedAt, analyzedAt }) => ({
    relativePath,
    isMissing: missingSince !== null,
    isTrashed: trashedAt !== null,
    isRead: analyzedAt !== null,
  }))

async function expectSame(disturbed: string, quiet: string) {
  expect(await presence(disturbed)).toEqual(await presence(quiet))
  expect(await leftBehind(disturbed)).toEqual(await leftBehind(quiet))
}

for (const seed of takeShare(seeds, String, ['ingest/scanning', 'platform/jobs'])) {
  test(`a scan that crashes repeatedly has the same result as an undisturbed one (${seed})`, async () => {
    const dice = new Dice(seed)
    const tree = await treeOf(dice, 100)
    const folders = [makeFolder(), makeFolder()]
    for (const folder of folders) writeFiles(folder, tree)
    const [quiet, disturbed] = await Promise.all(
      folders.map((folder) => addLibrary(server, folder)),
    )
    await scanQuietly(quiet!)
    await scanThroughCrashes(disturbed!, dice)
    await expectSame(disturbed!, quiet!)

    const changes = await changesOf(dice, tree)
    for (const folder of folders) writeFiles(folder, changes, new Date('2024-06-01'))
    await scanQuietly(quiet!)
    await scanThroughCrashes(disturbed!, dice)
    await expectSame(disturbed!, quiet!)
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  }, 60_000)
}
