/** User data of several people is kept by a copy when the original is removed. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { startTrashServer } from '../trash/trash-server'
import { jobs } from '../../../src/platform/jobs/schema'
import { findWrongDerivedData } from '../../support/derived'
import { makePictures } from '../../support/make/pictures'
import { waitUntil } from '../../support/wait-until'
import { makeComic, makeComics } from './user-data'
import {
  addLibrary,
  listBooks,
  makeFolder,
  writeFiles,
  scanLibrary,
  type ScanServer,
  undoScan,
  waitUntilEnded,
} from './scan-server'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer({ 'scan.missing_minimum': '1000' })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

let seeds = 50_000
const call = async (method: string, path: string, as: string, body?: Record<string, unknown>) => {
  const answer = await server.call(method, path, { as, ...(body && { body }) })
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}
const readTo = (as: string, id: string, currentPage: number) =>
  call('PUT', `/books/${id}/progress`, as, { currentPage })
const finish = (as: string, id: string) => call('POST', `/books/${id}/read`, as)
/** Records a session. Returns a function that reads its measured time. */
async function recordSession(as: string, bookId: string) {
  const startedMs = Date.now() - ++seeds * 60_000
  const [from, to] = [0, 50_000].map((ms) => new Date(startedMs + ms).toISOString())
  const span = { clientStartedAt: from, clientEndedAt: to, activeDurationMs: 40_000 }
  const session = { id: Bun.randomUUIDv7(), bookId, deviceId: 'd', kind: 'progress', ...span }
  await call('POST', '/reading-sessions', as, { sessions: [session] })
  return async () =>
    (await call('GET', `/reading-stats?from=${from}&to=${to}`, as)).summary.duration.measuredMs
}
const getHistory = (as: string, id: string) => call('GET', `/books/${id}/read-history`, as)
const getProgress = async (as: string, id: string) =>
  (await server.call('GET', `/books/${id}/progress`, { as })).body
const findBook = async (libraryId: string, path: string) =>
  (await listBooks(server, libraryId)).find(({ relativePath }) => relativePath === path)!

interface Disks {
  old: { folder: string; id: string }
  fresh: { folder: string; id: string }
}

/** Creates a library on an old disk, and its copy on a new one. */
async function copyLibrary(files: Record<string, Uint8Array>): Promise<Disks> {
  const [here, there] = [makeFolder(), makeFolder()]
  writeFiles(here, { ...files, ...(await makeComics('Stays', 1, (seeds += 10))) })
  const old = { folder: here, id: await addLibrary(server, here) }
  await scanLibrary(server, old.id)
  cpSync(here, there, { recursive: true, preserveTimestamps: true })
  const fresh = { folder: there, id: await addLibrary(server, there) }
  await scanLibrary(server, fresh.id)
  return { old, fresh }
}

const makeSaga = async () => ({
  'Saga/1.cbz': await makeComic((seeds += 10)),
  'Saga/2.cbz': await makeComic((seeds += 10)),
})

/** Runs until no scan, hash or merge is left. */
const waitUntilIdle = () =>
  waitUntil(async () => {
    const rows = await server.ctx.db.select({ kind: jobs.kind, state: jobs.state }).from(jobs)
    return rows.every(
      ({ kind, state }) =>
        !['merge_copies', 'scan_library', 'hash_books'].includes(kind) ||
        !['ready', 'running'].includes(state),
    )
  })

const removals: Record<string, (disks: Disks) => Promise<unknown>> = {
  'the file is deleted': async ({ old }) => {
    rmSync(`${old.folder}/Saga`, { recursive: true })
    await scanLibrary(server, old.id)
  },
  'the library is deleted': ({ old }) => call('DELETE', `/libraries/${old.id}`, 'ada'),
  'the series is deleted': async ({ old }) => {
    const { seriesId } = await findBook(old.id, 'Saga/1.cbz')
    await call('DELETE', `/series/${seriesId}`, 'ada')
  },
  'the loss of the disk is confirmed': async ({ old }) => {
    for (const name of readdirSync(old.folder)) writeFiles(old.folder, { [name]: null })
    await scanLibrary(server, old.id)
    const { id } = await call('POST', `/libraries/${old.id}/confirm`, 'ada')
    await waitUntilEnded(server, `/libraries/${old.id}/scans/${id}`)
  },
}

describe.each(Object.keys(removals))('E1: a copy that somebody opened, when %s', (name) => {
  test('has the reading, bookmarks, settings, lists, edits and cover of all users', async () => {
    const disks = await copyLibrary(await makeSaga())
    const one = await findBook(disks.old.id, 'Saga/1.cbz')
    const copy = await findBook(disks.fresh.id, 'Saga/1.cbz')
    await finish('ann', one.id)
    await readTo('max', one.id, 2)
    const measured = await recordSession('max', one.id)
    await call('POST', `/books/${one.id}/bookmarks`, 'max', { page: 2, note: 'a fine page' })
    await call('POST', '/want-to-read', 'max', { bookId: one.id })
    await call('POST', '/want-to-read', 'max', { seriesId: one.seriesId })
    const list = `/readlists/${(await call('POST', '/readlists', 'max', { name })).id}`
    await call('POST', `${list}/books`, 'max', { bookIds: [one.id] })
    await call('PATCH', list, 'max', { coverItemId: one.id })
    await call('PATCH', `/books/${one.id}/metadata`, 'ada', { summary: 'Edited', year: 1999 })
    await call('PATCH', `/books/${copy.id}/metadata`, 'ada', { year: 2001 })
    await call('PATCH', `/series/${one.seriesId}/metadata`, 'ada', { publisher: 'Image' })
    const [picture] = await makePictures(1, { width: 20, height: 30 })
    const body = new FormData()
    body.set('file', new File([new Uint8Array(picture!)], 'cover.jpg'))
    for (const path of [`series/${one.seriesId}`, `books/${one.id}`]) {
      const sent = { method: 'POST', as: 'ada', body }
      expect((await server.fetch(`/api/v1/${path}/cover`, sent)).status).toBe(200)
    }
    await readTo('ada', copy.id, 3)

    await removals[name]!(disks)
    await scanLibrary(server, disks.fresh.id)
    await waitUntilIdle()

    expect(await getHistory('ann', copy.id)).toMatchObject({ readCount: 1 })
    expect(await getProgress('max', copy.id)).toMatchObject({ currentPage: 2 })
    expect(await measured()).toBe(40_000)
    expect(await getProgress('ada', copy.id)).toMatchObject({ currentPage: 3 })
    const marks = await call('GET', `/books/${copy.id}/bookmarks`, 'max')
    expect(JSON.stringify(marks).match(/a fine page/g)).toHaveLength(1)
    const wanted = JSON.stringify(await call('GET', '/want-to-read', 'max'))
    expect(wanted).toContain(copy.id)
    const present = await findBook(disks.fresh.id, 'Saga/1.cbz')
    expect(wanted).toContain(present.seriesId)
    expect((await call('GET', `${list}/books`, 'max')).data).toMatchObject([{ id: copy.id }])
    expect((await call('GET', list, 'max')).coverItemId).toBe(copy.id)
    const metadata = JSON.stringify(await call('GET', `/books/${copy.id}/metadata`, 'ann'))
    expect(metadata).toContain('Edited')
    expect(metadata).toContain('2001')
    const series = await call('GET', `/series/${present.seriesId}`, 'ann')
    expect(series.metadata.publisher).toBe('Image')
    expect(series.hasCustomCover).toBe(true)
    const { covers } = await call('GET', `/books/${copy.id}/covers`, 'ann')
    expect(covers).toMatchObject([{ source: 'custom', isSelected: true }])
    expect(series.metadata.locks).toMatchObject({ publisher: true, cover: true })
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
    for (const user of ['ann', 'max']) await call('DELETE', `/books/${copy.id}/progress`, user)
  })
})

describe.each(Object.keys(removals))('E1: a copied series that somebody uses, when %s', (name) => {
  test('has the list entry, settings, edits and cover of the series whose books move there', async () => {
    const disks = await copyLibrary(await makeSaga())
    const one = await findBook(disks.old.id, 'Saga/1.cbz')
    const copy = await findBook(disks.fresh.id, 'Saga/1.cbz')
    await finish('ann', one.id)
    await call('POST', '/want-to-read', 'max', { seriesId: one.seriesId })
    const collection = `/collections/${(await call('POST', '/collections', 'max', { name })).id}`
    await call('POST', `${collection}/series`, 'max', { seriesIds: [one.seriesId] })
    const settings = (id: string) => `/preferences?scope=series&id=${id}`
    const values = { 'reader.direction': 'rtl' }
    await call('PUT', settings(one.seriesId), 'max', { preferences: values })
    const edit = (id: string, body: Record<string, unknown>) =>
      call('PATCH', `/series/${id}/metadata`, 'ada', body)
    await edit(one.seriesId, { publisher: 'Image', summary: 'Of the original' })
    await edit(copy.seriesId, { summary: 'Of the copy' })
    const tag = await call('POST', '/admin/sharing-tags', 'ada', { name })
    const sharing = (id: string) => `/series/${id}/sharing-tags`
    await call('PUT', sharing(one.seriesId), 'ada', { sharingTagIds: [tag.id] })
    const [picture] = await makePictures(1, { width: 20, height: 30 })
    const body = new FormData()
    body.set('file', new File([new Uint8Array(picture!)], 'cover.jpg'))
    const cover = `/api/v1/series/${one.seriesId}/cover`
    expect((await server.fetch(cover, { method: 'POST', as: 'ada', body })).status).toBe(200)

    await removals[name]!(disks)
    await scanLibrary(server, disks.fresh.id)
    await waitUntilIdle()

    const present = (await listBooks(server, disks.fresh.id)).find(
      ({ relativePath, trashedAt }) => relativePath === 'Saga/1.cbz' && trashedAt === null,
    )!
    expect(present.seriesId).toBe(copy.seriesId)
    expect(await getHistory('ann', present.id)).toMatchObject({ readCount: 1 })
    expect(JSON.stringify(await call('GET', '/want-to-read', 'max'))).toContain(copy.seriesId)
    const inCollection = await call('GET', `${collection}/series`, 'max')
    expect(inCollection.data).toMatchObject([{ id: copy.seriesId }])
    const { preferences } = await call('GET', settings(copy.seriesId), 'max')
    expect(preferences).toEqual(values)
    const series = await call('GET', `/series/${copy.seriesId}`, 'ann')
    expect(series.metadata).toMatchObject({ publisher: 'Image', summary: 'Of the copy' })
    expect(series.hasCustomCover).toBe(true)
    expect(await call('GET', sharing(copy.seriesId), 'ada')).toMatchObject([{ name }])
    expect(await findWrongDerivedData(server.ctx)).toEqual([])
  })
})

test('E1: a file that returns after the merge counts nothing twice', async () => {
  const files = await makeSaga()
  const { old, fresh } = await copyLibrary(files)
  const one = await findBook(old.id, 'Saga/1.cbz')
  const copy = await findBook(fresh.id, 'Saga/1.cbz')
  await finish('ann', one.id)
  await finish('max', copy.id)
  await call('POST', `/books/${one.id}/bookmarks`, 'ann', { page: 2, note: 'mark' })
  rmSync(`${old.folder}/Saga`, { recursive: true })
  await scanLibrary(server, old.id)
  await waitUntilIdle()
  const { body } = await server.call('GET', `/books/${copy.id}/bookmarks`, { as: 'ann' })
  await call('DELETE', `/books/${copy.id}/bookmarks/${(body.data ?? body)[0].id}`, 'ann')
  writeFiles(old.folder, files)
  await scanLibrary(server, old.id)
  expect(await getHistory('ann', one.id)).toMatchObject({ readCount: 1 })
  await call('POST', `/books/${one.id}/unread`, 'ann')
  await finish('ann', one.id)
  rmSync(`${old.folder}/Saga`, { recursive: true })
  await scanLibrary(server, old.id)
  await waitUntilIdle()
  expect(await getHistory('ann', copy.id)).toMatchObject({ readCount: 2 })
  expect(await getHistory('max', copy.id)).toMatchObject({ readCount: 1 })
  expect(JSON.stringify(await call('GET', `/books/${copy.id}/bookmarks`, 'ann'))).not.toContain(
    'mark"',
  )
  // In the other direction: the copy disappears and the original returns.
  writeFiles(old.folder, files)
  await scanLibrary(server, old.id)
  rmSync(`${fresh.folder}/Saga`, { recursive: true })
  await scanLibrary(server, fresh.id)
  await waitUntilIdle()
  expect(await getHistory('ann', one.id)).toMatchObject({ readCount: 2 })
  expect(await getHistory('max', one.id)).toMatchObject({ readCount: 1 })
  await call('POST', `/books/${one.id}/unread`, 'ann')
  await finish('ann', one.id)
  expect(await getHistory('ann', one.id)).toMatchObject({ readCount: 3 })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('E1: a copy that arrives after the library was deleted continues its books', async () => {
  const folder = makeFolder()
  writeFiles(folder, await makeSaga())
  const oldId = await addLibrary(server, folder)
  await scanLibrary(server, oldId)
  const one = await findBook(oldId, 'Saga/1.cbz')
  await finish('ann', one.id)
  await call('DELETE', `/libraries/${oldId}`, 'ada')
  const other = makeFolder()
  cpSync(folder, other, { recursive: true, preserveTimestamps: true })
  const id = await addLibrary(server, other)
  await scanLibrary(server, id)
  await waitUntilIdle()
  const copy = await findBook(id, 'Saga/1.cbz')
  expect(await getHistory('ann', copy.id)).toMatchObject({ readCount: 1 })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('E1: a book that a reader hid stays hidden when its copy continues', async () => {
  const { old, fresh } = await copyLibrary(await makeSaga())
  const one = await findBook(old.id, 'Saga/1.cbz')
  const copy = await findBook(fresh.id, 'Saga/1.cbz')
  await readTo('ann', one.id, 2)
  await readTo('max', one.id, 2)
  await readTo('max', copy.id, 2)
  for (const [user, id] of [
    ['ann', one.id],
    ['max', copy.id],
  ] as const)
    await call('DELETE', `/books/${id}/continue-reading`, user)
  rmSync(`${old.folder}/Saga`, { recursive: true })
  await scanLibrary(server, old.id)
  await waitUntilIdle()
  for (const user of ['ann', 'max']) {
    expect(await getProgress(user, copy.id)).toMatchObject({ currentPage: 2 })
    const shown = JSON.stringify(await call('GET', '/books/in-progress', user))
    expect(shown).not.toContain(copy.id)
  }
})

test('E1: undoing the scan that removed the original keeps the reading of both', async () => {
  const { old, fresh } = await copyLibrary(await makeSaga())
  const one = await findBook(old.id, 'Saga/1.cbz')
  const copy = await findBook(fresh.id, 'Saga/1.cbz')
  await finish('ann', one.id)
  await readTo('max', copy.id, 2)
  rmSync(`${old.folder}/Saga`, { recursive: true })
  const scan = await scanLibrary(server, old.id)
  await waitUntilIdle()
  expect(await undoScan(server, old.id, scan.id)).toMatchObject({ status: 'completed' })
  for (const { id } of [one, copy]) {
    expect(await getHistory('ann', id)).toMatchObject({ readCount: 1 })
  }
  expect(await getProgress('max', copy.id)).toMatchObject({ currentPage: 2 })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('E1: of two equally good copies a person chooses one in the trash', async () => {
  const { old, fresh } = await copyLibrary(await makeSaga())
  const third = makeFolder()
  cpSync(old.folder, third, { recursive: true, preserveTimestamps: true })
  const thirdId = await addLibrary(server, third)
  await scanLibrary(server, thirdId)
  const [one, copy, other] = [
    await findBook(old.id, 'Saga/1.cbz'),
    await findBook(fresh.id, 'Saga/1.cbz'),
    await findBook(thirdId, 'Saga/1.cbz'),
  ]
  await finish('ann', one.id)
  for (const { id } of [copy, other]) await readTo('max', id, 2)
  rmSync(`${old.folder}/Saga`, { recursive: true })
  await scanLibrary(server, old.id)
  await waitUntilIdle()
  expect(await getHistory('ann', copy.id)).toMatchObject({ readCount: 0 })
  const list = async (query = '') =>
    (await call('GET', `/trash/books?libraryId=${old.id}${query}`, 'max')).data.find(
      ({ id }: { id: string }) => id === one.id,
    )
  const { copies, continuedBy } = await list()
  expect(continuedBy).toBeNull()
  expect(copies.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [copy.id, other.id].toSorted(),
  )
  for (let times = 0; times < 2; times++)
    await call('POST', `/books/${other.id}/continue`, 'max', { bookId: one.id })
  expect(await getHistory('ann', other.id)).toMatchObject({ readCount: 1 })
  expect(await getHistory('ann', copy.id)).toMatchObject({ readCount: 0 })
  expect(await list()).toBeUndefined()
  expect(await list('&reason=continued')).toMatchObject({ continuedBy: other.id })
  const stays = await findBook(thirdId, 'Stays/1.cbz')
  const refused = { as: 'max', body: { bookId: one.id } }
  for (const [path, wanted] of [
    [`/books/${stays?.id ?? one.id}/continue`, stays ? 409 : 404],
    [`/books/${one.id}/continue`, 404],
  ] as const)
    expect((await server.call('POST', path, refused)).status).toBe(wanted)
  const denied = await server.call('POST', `/books/${other.id}/continue`, { ...refused, as: 'ann' })
  expect(denied.status).toBe(403)
})

test('E1: of two equally good copies a person chooses one for a book of a deleted library', async () => {
  const { old, fresh } = await copyLibrary(await makeSaga())
  const third = makeFolder()
  cpSync(old.folder, third, { recursive: true, preserveTimestamps: true })
  const thirdId = await addLibrary(server, third)
  await scanLibrary(server, thirdId)
  const [one, unread, copy, other] = [
    await findBook(old.id, 'Saga/1.cbz'),
    await findBook(old.id, 'Saga/2.cbz'),
    await findBook(fresh.id, 'Saga/1.cbz'),
    await findBook(thirdId, 'Saga/1.cbz'),
  ]
  await finish('ann', one.id)
  for (const { id } of [copy, other]) await readTo('max', id, 2)
  await call('DELETE', `/libraries/${old.id}`, 'ada')
  await waitUntilIdle()
  expect(await getHistory('ann', copy.id)).toMatchObject({ readCount: 0 })
  const list = async (as = 'max') =>
    (await call('GET', '/trash/books?undecided=true', as)).data as {
      id: string
      restorable: boolean
      copies: { id: string }[]
    }[]
  const offered = (await list()).find(({ id }) => id === one.id)
  expect(offered?.copies.map(({ id }) => id).toSorted()).toEqual([copy.id, other.id].toSorted())
  expect(offered?.restorable).toBe(false)
  expect((await list()).map(({ id }) => id)).not.toContain(unread.id)
  const trash = await call('GET', '/trash/books?pageSize=100', 'max')
  expect(JSON.stringify(trash)).not.toContain(one.id)
  // A user without access to the deleted library is not offered its data.
  const access = `/users/${server.getUserId('max')}/libraries`
  await call('PUT', access, 'ada', { libraryIds: [fresh.id, thirdId] })
  expect((await list()).map(({ id }) => id)).not.toContain(one.id)
  const body = { bookId: one.id }
  const path = `/books/${other.id}/continue`
  expect((await server.call('POST', path, { as: 'max', body })).status).toBe(404)
  await call('PUT', access, 'ada', { libraryIds: null })
  await call('POST', path, 'max', body)
  expect(await getHistory('ann', other.id)).toMatchObject({ readCount: 1 })
  expect((await list()).map(({ id }) => id)).not.toContain(one.id)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('E1: purging a book with two equally good copies keeps what users did with it', async () => {
  const { old, fresh } = await copyLibrary(await makeSaga())
  const third = makeFolder()
  cpSync(old.folder, third, { recursive: true, preserveTimestamps: true })
  const thirdId = await addLibrary(server, third)
  await scanLibrary(server, thirdId)
  const [one, copy, other] = [
    await findBook(old.id, 'Saga/1.cbz'),
    await findBook(fresh.id, 'Saga/1.cbz'),
    await findBook(thirdId, 'Saga/1.cbz'),
  ]
  await finish('ann', one.id)
  await call('POST', `/books/${one.id}/bookmarks`, 'ann', { page: 2, note: 'a fine page' })
  await call('POST', '/want-to-read', 'ann', { seriesId: one.seriesId })
  for (const { id } of [copy, other]) await readTo('max', id, 2)
  for (const id of [fresh.id, thirdId])
    await readTo('max', (await findBook(id, 'Saga/2.cbz')).id, 2)
  rmSync(`${old.folder}/Saga`, { recursive: true })
  await scanLibrary(server, old.id)
  await waitUntilIdle()
  const { id } = await call('POST', `/series/${one.seriesId}/purge`, 'max', { name: 'Saga' })
  expect(await waitUntilEnded(server, `/purges/${id}`)).toMatchObject({ status: 'completed' })
  expect(await getHistory('ann', copy.id)).toMatchObject({ readCount: 1 })
  const marks = await call('GET', `/books/${copy.id}/bookmarks`, 'ann')
  expect(JSON.stringify(marks)).toContain('a fine page')
  expect(JSON.stringify(await call('GET', '/want-to-read', 'ann'))).toContain(copy.seriesId)
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('E1: reading merged into a hidden library appears once the user has access', async () => {
  const { old, fresh } = await copyLibrary(await makeSaga())
  const one = await findBook(old.id, 'Saga/1.cbz')
  const copy = await findBook(fresh.id, 'Saga/1.cbz')
  await finish('ann', one.id)
  await call('POST', '/want-to-read', 'ann', { bookId: one.id })
  await readTo('max', copy.id, 2)
  const access = `/users/${server.getUserId('ann')}/libraries`
  await call('PUT', access, 'ada', { libraryIds: [old.id] })
  rmSync(`${old.folder}/Saga`, { recursive: true })
  await scanLibrary(server, old.id)
  await waitUntilIdle()
  const path = `/books/${copy.id}/read-history`
  expect((await server.call('GET', path, { as: 'ann' })).status).toBe(404)
  for (const shown of ['/want-to-read', '/books/in-progress', '/progress'])
    expect(JSON.stringify((await server.call('GET', shown, { as: 'ann' })).body)).not.toContain(
      copy.id,
    )
  await call('PUT', access, 'ada', { libraryIds: null })
  expect(await getHistory('ann', copy.id)).toMatchObject({ readCount: 1 })
  expect(JSON.stringify(await call('GET', '/want-to-read', 'ann'))).toContain(copy.id)
})
