/** Pictures without a book, series or list: counted first, then deleted. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { thumbnailJobs } from '../../../src/artwork/thumbnails/jobs'
import {
  getThumbnailPath,
  getThumbnailsFolder,
  getUploadedCoversFolder,
  getUploadPath,
} from '../../support/stored-files'
import { startTestServer, type TestServer } from '../../support/server'
import { waitUntil } from '../../support/wait-until'
import { seedBook, seedLibrary, seedSeries } from '../../support/seed'

let server: TestServer
const path = '/admin/cleanup-orphans'

beforeAll(async () => {
  server = await startTestServer()
  server.engine.register(thumbnailJobs(server.ctx))
})
afterAll(() => server.close())
beforeEach(() => {
  for (const folder of [getThumbnailsFolder, getUploadedCoversFolder]) {
    rmSync(folder(server.ctx.config), { recursive: true, force: true })
  }
})

function write(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

const addThumbnail = (id = Bun.randomUUIDv7()) =>
  write(getThumbnailPath(server.ctx.config, id), 'small')

/** `isRecent`: written just now, so that its row may not have been stored yet. */
function addUpload({ isRecent = false } = {}) {
  const file = write(getUploadPath(server.ctx.config, `${Bun.randomUUIDv7()}.jpg`), 'original')
  if (!isRecent) utimesSync(file, new Date(0), new Date(0))
  return file
}

const readStats = async (query = '') =>
  (await server.call('GET', `${path}/stats${query}`, { as: 'ada' })).body

describe('orphaned pictures', () => {
  test('are for administrators only', async () => {
    for (const as of ['ann', 'max']) {
      expect((await server.call('GET', `${path}/stats`, { as })).status).toBe(403)
      expect((await server.call('POST', path, { as })).status).toBe(403)
      expect((await server.call('DELETE', path, { as })).status).toBe(403)
    }
  })

  test('are counted and listed, and nothing is deleted by that', async () => {
    const thumbnail = addThumbnail()
    const upload = addUpload()
    const stats = { orphanedThumbnails: 1, orphanedCovers: 1, totalSizeBytes: 13 }
    expect(await readStats()).toEqual({ ...stats, files: null })
    const { files } = await readStats('?includeFiles=true')
    expect(files).toMatchObject([
      { fileType: 'thumbnail', sizeBytes: 5, path: expect.stringMatching(/^thumbnails\/..\//) },
      { fileType: 'cover', sizeBytes: 8, path: expect.stringMatching(/^uploads\/covers\//) },
    ])
    expect([existsSync(thumbnail), existsSync(upload)]).toEqual([true, true])
  })

  test('are deleted, but never those of the trash, of other files or of a moment ago', async () => {
    const library = await seedLibrary(server)
    const series = await seedSeries(server, library)
    const trashed = await seedBook(server, series, { trashedAt: new Date() })
    const kept = [
      addThumbnail(trashed.id),
      addUpload({ isRecent: true }),
      write(join(getThumbnailsFolder(server.ctx.config), 'notes.txt'), 'mine'),
      write(getUploadPath(server.ctx.config, 'mine.jpg'), 'mine'),
    ]
    const gone = [addThumbnail(), addUpload()]
    const { status, body } = await server.call('DELETE', path, { as: 'ada' })
    expect([status, body]).toEqual([
      200,
      { thumbnailsDeleted: 1, coversDeleted: 1, bytesFreed: 13, failures: 0, errors: [] },
    ])
    expect(gone.filter((file) => existsSync(file))).toEqual([])
    expect(kept.filter((file) => !existsSync(file))).toEqual([])
    expect(await readStats()).toMatchObject({ orphanedThumbnails: 0, orphanedCovers: 0 })
  })

  test('are deleted by a task, which is queued only once', async () => {
    const thumbnail = addThumbnail()
    const first = await server.call('POST', path, { as: 'ada' })
    expect(first.body).toMatchObject({ taskId: expect.any(String), code: 'thumbnails.cleaning_up' })
    expect((await server.call('POST', path, { as: 'ada' })).body.taskId).toBeNull()
    await server.engine.start()
    await waitUntil(() => !existsSync(thumbnail))
  })
})
