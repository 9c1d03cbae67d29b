import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import { scanChanges, scans } from '../../../src/ingest/scanning/schema'

import { deleteExpiredScans } from '../../../src/ingest/scanning/lifecycle/delete-expired-scans'
import { listChanges } from '../../../src/ingest/scanning/undo/undo'
import { system } from '../../../src/accounts/permissions/model'
import {
  addLibrary,
  listBooks,
  makeDifferentComics,
  makeFolder,
  startScanServer,
  writeFiles,
  scanLibrary,
  type ScanServer,
} from './scan-server'

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
  book: { seriesName: string; numberKind: string } | null
  undone: string | null
}

async function fetchChanges(libraryId: string, scanId: string, more = '') {
  const path = `/libraries/${libraryId}/scans/${scanId}/changes?pageSize=500${more}`
  const { status, body } = await server.call('GET', path, { as: 'max' })
  expect(status).toBe(200)
  return body.data as Change[]
}

async function createLibrary(title: string, many: number) {
  const folder = makeFolder()
  const files = await makeDifferentComics(title, many)
  writeFiles(folder, files)
  const id = await addLibrary(server, folder, { name: title })
  const first = await scanLibrary(server, id)
  return { id, folder, files, first }
}

describe('the changes of a scan', () => {
  test('list all added, changed, moved, missing and restored books', async () => {
    const { id, folder, files, first } = await createLibrary('Record', 30)
    const added = await fetchChanges(id, first.id)
    expect(added).toHaveLength(30)
    expect(first.added).toBe(30)
    // J7: each change names its book.
    expect(added[0]!.book).toMatchObject({ seriesName: 'Record', numberKind: 'volume' })
    const known = await listBooks(server, id)
    expect(added.map(({ bookId }) => bookId).toSorted()).toEqual(
      known.map((book) => book.id).toSorted(),
    )
    expect(added.every(({ kind, undone }) => kind === 'added' && undone === null)).toBe(true)

    renameSync(join(folder, 'Record/Record v1.cbz'), join(folder, 'Record/Moved.cbz'))
    writeFiles(folder, {
      'Record/Record v2.cbz': null,
      'Record/Record v3.cbz': (await makeDifferentComics('Other', 1))['Other/Other v1.cbz']!,
    })
    const second = await scanLibrary(server, id)
    const findBook = (path: string) => known.find((book) => book.relativePath === path)!.id
    const seen = await fetchChanges(id, second.id)
    expect(seen).toHaveLength(3)
    expect(seen).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'moved',
          bookId: findBook('Record/Record v1.cbz'),
          path: 'Record/Moved.cbz',
          pathBefore: 'Record/Record v1.cbz',
        }),
        expect.objectContaining({ kind: 'missing', bookId: findBook('Record/Record v2.cbz') }),
        expect.objectContaining({ kind: 'changed', bookId: findBook('Record/Record v3.cbz') }),
      ]),
    )
    expect(second).toMatchObject({ moved: 1, missing: 1, changed: 1, added: 0 })

    writeFiles(folder, { 'Record/Record v2.cbz': files['Record/Record v2.cbz']! })
    const third = await scanLibrary(server, id)
    expect(await fetchChanges(id, third.id)).toMatchObject([
      { kind: 'returned', bookId: findBook('Record/Record v2.cbz'), path: 'Record/Record v2.cbz' },
    ])
  })

  test('are paged and can be filtered by type', async () => {
    const { id, first } = await createLibrary('Paged', 5)
    const path = `/libraries/${id}/scans/${first.id}/changes`
    const { body } = await server.call('GET', `${path}?pageSize=2&page=3`, { as: 'max' })
    expect(body).toMatchObject({ total: 5, totalPages: 3 })
    expect(body.data).toHaveLength(1)
    expect(await fetchChanges(id, first.id, '&kind=missing')).toEqual([])
    expect(await fetchChanges(id, first.id, '&kind=added')).toHaveLength(5)
  })

  test('are empty when it did nothing', async () => {
    const { id } = await createLibrary('Same', 2)
    expect(await fetchChanges(id, (await scanLibrary(server, id)).id)).toEqual([])
  })

  test('require permission to edit libraries and the right library', async () => {
    const { id, first } = await createLibrary('Mine', 1)
    const other = await createLibrary('Theirs', 1)
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

  test('are kept for 90 days', async () => {
    const { id, first } = await createLibrary('Old', 3)
    const second = await scanLibrary(server, id, 'deep')
    const old = { createdAt: new Date(Date.now() - 91 * 86_400_000) }
    await server.ctx.write((tx) =>
      tx.update(scans).set(old).where(eq(scans.id, first.id)).returning(),
    )
    const countLeft = async () => {
      const [row] = await server.ctx.db
        .select({ total: count() })
        .from(scanChanges)
        .where(eq(scanChanges.scanId, first.id))
      return row!.total
    }
    expect(await countLeft()).toBe(3)
    await deleteExpiredScans(server.ctx)
    expect(await countLeft()).toBe(0)
    const path = `/libraries/${id}/scans`
    expect((await server.call('GET', `${path}/${first.id}`, { as: 'max' })).status).toBe(404)
    expect((await server.call('GET', `${path}/${second.id}`, { as: 'max' })).status).toBe(200)
  })
})
