/** A test server that scans real files. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { books } from '../../../src/catalog/books/schema'
import { JobEngine } from '../../../src/platform/jobs/job-engine'
import type { Queue } from '../../../src/platform/jobs/queue-types'
import { scanningJobs } from '../../../src/ingest/scanning/jobs'
import { startHashingOnUse } from '../../../src/ingest/scanning/hashing/hashing'
import type { ScanView } from '../../../src/ingest/scanning/model'
import { series } from '../../../src/catalog/series/schema'
import { type TestServer, startTestServer } from '../../support/server'
import { makeCbz } from '../../support/make/cbz'
import { makePictures } from '../../support/make/pictures'
import { makeFolder } from '../../support/make/tree'
import { waitUntilSettled } from '../../support/wait-until'

export interface ScanServer extends TestServer {
  engine: JobEngine
}

export async function startScanServer(
  settings: Record<string, string> = {},
  createJobs = scanningJobs,
): Promise<ScanServer> {
  const server = await startTestServer(settings)
  const engine = new JobEngine(server.ctx, server.ctx.log, {
    clock: server.clock,
    pollMs: 100,
    firstWaitMs: 10,
  })
  ;(server.ctx as { queue: Queue }).queue = engine
  engine.register(createJobs(server.ctx))
  await engine.start()
  const stopHashing = startHashingOnUse(server.ctx)
  const close = async () => {
    stopHashing()
    await engine.stop()
    await server.close()
  }
  return { ...server, engine, close }
}

/** Old enough that no scan takes the file for one that is still being copied. */
const longAgo = new Date('2024-05-01T00:00:00Z')

/** Writes files with an old modification time; null removes a file. */
export function writeFiles(
  folder: string,
  files: Record<string, Uint8Array | string | null>,
  at = longAgo,
) {
  for (const [path, data] of Object.entries(files)) {
    const target = join(folder, path)
    if (data === null) {
      rmSync(target, { recursive: true })
      continue
    }
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, data)
    utimesSync(target, at, at)
  }
}

export { makeFolder }

let plain: Promise<Buffer> | undefined
/** Creates a small comic without metadata. */
export const makeComic = () => (plain ??= makeCbz({ pages: 2, width: 8, height: 12 }))

/** Creates comics with different pages. */
export async function makeDifferentComics(title: string, count: number, pageCount = 1) {
  const [picture] = await makePictures(1, { width: 8, height: 12 })
  const files: Record<string, Uint8Array> = {}
  for (let i = 1; i <= count; i++) {
    // Bytes after the image change its checksum and size, but not its appearance.
    const data = Buffer.concat([picture!, Buffer.from(`${title} ${'x'.repeat(i)}`)])
    const pages = Array.from({ length: pageCount }, (_, page) => ({
      name: `00${page + 1}.jpg`,
      data,
    }))
    files[`${title}/${title} v${i}.cbz`] = await makeCbz({ pages })
  }
  return files
}

/** Creates `count` comics of one series. */
export async function makeComics(title: string, count: number) {
  const data = await makeComic()
  const names = Array.from({ length: count }, (_, i) => `${title}/${title} v${i + 1}.cbz`)
  return Object.fromEntries(names.map((name) => [name, data]))
}

let libraries = 0
export async function addLibrary(
  server: TestServer,
  folder: string,
  settings: Record<string, unknown> = {},
): Promise<string> {
  const body = { name: `Library ${++libraries}`, path: folder, ...settings }
  const { status, body: library } = await server.call('POST', '/libraries', { as: 'ada', body })
  if (status !== 201) throw new Error(`library refused: ${JSON.stringify(library)}`)
  return library.id
}

/** Scans and waits for the result. */
export async function scanLibrary(
  server: TestServer,
  libraryId: string,
  mode = 'normal',
): Promise<ScanView> {
  const path = `/libraries/${libraryId}/scan?mode=${mode}`
  const { status, body } = await server.call('POST', path, { as: 'ada' })
  if (status !== 202) throw new Error(`scan refused: ${JSON.stringify(body)}`)
  return waitUntilScanEnded(server, libraryId, body.id)
}

export async function waitUntilScanEnded(
  server: TestServer,
  libraryId: string,
  scanId: string,
): Promise<ScanView> {
  return waitUntilEnded(server, `/libraries/${libraryId}/scans/${scanId}`)
}

/** Many concurrent scans take minutes on a slow machine. */
const longScanMs = 240_000

/** Waits until the operation at `path` has ended and returns it. */
export const waitUntilEnded = (server: TestServer, path: string) =>
  waitUntilSettled(async () => {
    const { body } = await server.call('GET', path, { as: 'ada' })
    return !['pending', 'running'].includes(body.status) && body
  }, longScanMs)

export const getLibrary = async (server: TestServer, id: string) =>
  (await server.call('GET', `/libraries/${id}`, { as: 'ada' })).body

export const listBooks = (server: TestServer, libraryId: string) =>
  server.ctx.db
    .select()
    .from(books)
    .where(eq(books.libraryId, libraryId))
    .orderBy(asc(books.relativePath))

export const listSeries = (server: TestServer, libraryId: string) =>
  server.ctx.db
    .select()
    .from(series)
    .where(eq(series.libraryId, libraryId))
    .orderBy(asc(series.sortKey), asc(series.id))

export const listPresentPaths = async (server: TestServer, libraryId: string) =>
  (await listBooks(server, libraryId))
    .filter(({ trashedAt }) => trashedAt === null)
    .map(({ relativePath }) => relativePath)

/** Undoes a scan and waits for the result. */
export async function undoScan(server: TestServer, libraryId: string, scanId: string) {
  const path = `/libraries/${libraryId}/scans/${scanId}/undo`
  const asked = await server.call('POST', path, { as: 'max' })
  if (asked.status !== 202) throw new Error(`undo refused: ${JSON.stringify(asked.body)}`)
  return waitUntilEnded(server, path)
}
