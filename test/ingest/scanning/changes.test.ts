import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import { scanChanges, scans } from '../../../src/ingest/scanning/schema'

import { deleteExpiredScans } from '../../../src/ingest/scanning/service'
import { listChanges } from '../../../src/ingest/scanning/undo/undo'
import { system } from '../../../src/accounts/permissions/model'
import {
  addLibrary,
  booksOf,
  differentComics,
  makeFolder,
  startScanServer,
  put,
  scan,
  type ScanServer,
} from './support'

let server: ScanServer
beforeAll(async () => {
  server = await startScanServer()
})
afterAll(() => server.close())

interface Change {
  kind: string
  bookId: string
  path: string
  pathBefore: string | null
  title: string
  undone: string | null
}

async function changes(libraryId: string, scanId: string, more = '') {
  const path = `/libraries/${libraryId}/scans/${scanId}/changes?pageSize=500${more}`
  const { status, body } = await server.call('GET', path, { as: 'max' })
  expect(status).toBe(200)
  return body.data as Change[]
}

async function library(title: string, many: number) {
  const folder = makeFolder()
  const files = await differentComics(title, many)
  put(folder, files)
  const id = await addLibrary(server, folder, { name: title })
  const first = await scan(server, id)
  return { id, folder, files, first }
}

describe('the record of a scan', () => {
  test('names all that it added, changed, moved, missed and found again', async () => {
    const { id, folder, files, first } = await library('Record', 30)
    const added = await changes(id, first.id)
    expect(added).toHaveLength(30)
    expect(first.added).toBe(30)
    const known = await booksOf(server, id)
    expect(added.map(({ bookId }) => bookId).toSorted()).toEqual(
      known.map((book) => book.id).toSorted(),
    )
    expect(added.every(({ kind, undone }) => kind === 'added' && undone === null)).toBe(true)

    renameSync(join(folder, 'Record/Record v1.cbz'), join(folder, 'Record/Moved.cbz'))
    put(folder, {
      'Record/Record v2.cbz': null,
      'Record/Record v3.cbz': (await differentComics('Other', 1))['Other/Other v1.cbz']!,
    })
    const second = await scan(server, id)
    const bookAt = (path: string) => known.find((book) => book.relativePath === path)!.id
    const seen = await changes(id, second.id)
    expect(seen).toHaveLength(3)
    expect(seen).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'moved',
          bookId: bookAt('Record/Record v1.cbz'),
          path: 'Record/Moved.cbz',
          pathBefore: 'Record/Record v1.cbz',
        }),
        expect.objectContaining({ kind: 'missing', bookId: bookAt('Record/Record v2.cbz') }),
        expect.objectContaining({ kind: 'changed', bookId: bookAt('Record/Record v3.cbz') }),
      ]),
    )
    expect(second).toMatchObject({ moved: 1, missing: 1, changed: 1, added: 0 })

    put(folder, { 'Record/Record v2.cbz': files['Record/Record v2.cbz']! })
    const third = await scan(server, id)
    expect(await changes(id, third.id)).toMatchObject([
      { kind: 'returned', bookId: bookAt('Record/Record v2.cbz'), path: 'Record/Record v2.cbz' },
    ])
  })

  test('is paged, and can be asked for one kind', async () => {
    const { id, first } = await library('Paged', 5)
    const path = `/libraries/${id}/scans/${first.id}/changes`
    const { body } = await server.call('GET', `${path}?pageSize=2&page=3`, { as: 'max' })
    expect(body).toMatchObject({ total: 5, totalPages: 3 })
    expect(body.data).toHaveLength(1)
    expect(await changes(id, first.id, '&kind=missing')).toEqual([])
    expect(await changes(id, first.id, '&kind=added')).toHaveLength(5)
  })

  test('that did nothing is empty', async () => {
    const { id } = await library('Same', 2)
    expect(await changes(id, (await scan(server, id)).id)).toEqual([])
  })

  test('is for those who may change libraries, and of the library that is named', async () => {
    const { id, first } = await library('Mine', 1)
    const other = await library('Theirs', 1)
    const path = `/libraries/${id}/scans/${first.id}`
    for (const [method, asked, as, status] of [
      ['GET', `${path}/changes`, 'ann', 403],
      ['POST', `${path}/undo`, 'ann', 403],
      ['GET', `${path}/undo`, 'ann', 403],
      ['GET', `/libraries/${id}/ignored`, 'ann', 403],
      ['DELETE', `/libraries/${id}/ignored/${first.id}`, 'ann', 403],
      ['GET', `/libraries/${other.id}/scans/${first.id}/changes`, 'max', 404],
      ['POST', `/libraries/${other.id}/scans/${first.id}/undo`, 'max', 404],
      ['GET', `${path}/undo`, 'max', 404],
      ['DELETE', `/libraries/${id}/ignored/${first.id}`, 'max', 404],
      ['GET', `${path}/changes?kind=stolen`, 'max', 400],
      ['GET', `${path}/changes?page=-1`, 'max', 400],
      ['GET', `/libraries/${id}/scans/x/changes`, 'max', 400],
    ] as const) {
      const answer = await server.call(method, asked, { as })
      expect([method, asked, as, answer.status]).toEqual([method, asked, as, status])
    }
    const viewer = { ...system, libraryIds: [other.id] }
    const paging = { page: 1, pageSize: 50, offset: 0 }
    const asked = listChanges(server.ctx, viewer, { id, scanId: first.id }, { query: {}, paging })
    expect(await asked.catch((error: { reason: string }) => error.reason)).toBe('not_found')
  })

  test('is kept for 90 days', async () => {
    const { id, first } = await library('Old', 3)
    const second = await scan(server, id, 'deep')
    const old = { createdAt: new Date(Date.now() - 91 * 86_400_000) }
    await server.ctx.write((tx) =>
      tx.update(scans).set(old).where(eq(scans.id, first.id)).returning(),
    )
    const left = async () => {
      const [row] = await server.ctx.db
        .select({ total: count() })
        .from(scanChanges)
        .where(eq(scanChanges.scanId, first.id))
      return row!.total
    }
    expect(await left()).toBe(3)
    await deleteExpiredScans(server.ctx)
    expect(await left()).toBe(0)
    const path = `/libraries/${id}/scans`
    expect((await server.call('GET', `${path}/${first.id}`, { as: 'max' })).status).toBe(404)
    expect((await server.call('GET', `${path}/${second.id}`, { as: 'max' })).status).toBe(200)
  })
})
