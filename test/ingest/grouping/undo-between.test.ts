/** A scan is undone after the names are read in another way, or by people who wrote meanwhile. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import {
  addLibrary,
  booksOf,
  differentComics,
  makeFolder,
  presentPaths,
  put,
  scan,
  type ScanServer,
  seriesOf,
  undo,
} from '../scanning/support'
import { wrongDerived } from '../../storm/derived'
import { startGroupingServer, patchLibrary, settled } from './support'

setDefaultTimeout(60_000)

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer({ 'scan.missing_minimum': '1000' })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

const across = { seriesStrategy: 'parsed_name', seriesConfig: { acrossFolders: true } }

/** The change of names is the newer of the two, so it goes first. */
async function undoBoth(id: string, scanId: string) {
  const refused = await server.call('POST', `/libraries/${id}/scans/${scanId}/undo`, { as: 'ada' })
  expect(refused.status).toBe(409)
  const { body } = await server.call('GET', `/libraries/${id}/scans`, { as: 'ada' })
  expect(body.data[0]).toMatchObject({ trigger: 'names' })
  expect(await undo(server, id, body.data[0].id)).toMatchObject({ status: 'completed' })
  await settled(server)
  expect(await undo(server, id, scanId)).toMatchObject({ status: 'completed' })
}

test('after a change of names, an undo leaves each series the place that the names give it', async () => {
  const folder = makeFolder()
  const files = await differentComics('Saga', 4)
  const last = files['Saga/Saga v4.cbz']!
  delete files['Saga/Saga v4.cbz']
  put(folder, files)
  const id = await addLibrary(server, folder)
  await scan(server, id)
  renameSync(join(folder, 'Saga'), join(folder, 'Moved'))
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 3 })
  await patchLibrary(server, id, across)
  await undoBoth(id, second.id)
  await settled(server)
  expect(await wrongDerived(server.ctx)).toEqual([])
  renameSync(join(folder, 'Moved'), join(folder, 'Saga'))
  put(folder, { 'Saga/Saga v4.cbz': last })
  await scan(server, id)
  expect((await presentPaths(server, id)).length).toBe(4)
  const held = new Set((await booksOf(server, id)).map(({ seriesId }) => seriesId))
  expect(held.size).toBe(1)
})

test('after a change of names, books of an undone regrouping are where the names say', async () => {
  const folder = makeFolder()
  put(folder, await differentComics('Saga', 3))
  put(folder, await differentComics('Bone', 3))
  const id = await addLibrary(server, folder)
  await scan(server, id)
  renameSync(join(folder, 'Saga/Saga v1.cbz'), join(folder, 'Bone/Saga v1.cbz'))
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 1 })
  await patchLibrary(server, id, across)
  const keyed = async () =>
    Object.fromEntries((await seriesOf(server, id)).map((one) => [one.title, one.bookCount]))
  expect(await keyed()).toEqual({ Bone: 3, Saga: 3 })
  await undoBoth(id, second.id)
  expect(await wrongDerived(server.ctx)).toEqual([])
  expect(await keyed()).toEqual({ Bone: 3, Saga: 3 })
})

test('names go back: series, reading and covers are where they were after both changes', async () => {
  const folder = makeFolder()
  put(folder, await differentComics('Saga', 3))
  put(folder, {
    'Other/Saga v7.cbz': (await differentComics('Saga', 7))['Saga/Saga v7.cbz']!,
    'Other/Bone v1.cbz': (await differentComics('Bone', 1))['Bone/Bone v1.cbz']!,
  })
  const id = await addLibrary(server, folder)
  await scan(server, id)
  const standing = async () =>
    (await booksOf(server, id)).map((book) => [book.relativePath, book.id, book.seriesId])
  const before = await standing()
  const saga = (await seriesOf(server, id)).find(({ title }) => title === 'Saga')!.id
  const other = (await seriesOf(server, id)).find(({ title }) => title === 'Other')!.id
  for (const seriesId of [saga, other]) {
    await server.call('PATCH', `/series/${seriesId}/metadata`, {
      as: 'ada',
      body: { summary: `of ${seriesId}` },
    })
    const want = await server.call('POST', '/want-to-read', { as: 'ann', body: { seriesId } })
    expect(want.status).toBeLessThan(300)
  }
  for (const [, bookId] of before) {
    const body = { currentPage: 2, completed: true }
    await server.call('PUT', `/books/${bookId}/progress`, { as: 'ann', body })
  }
  await patchLibrary(server, id, across)
  expect(await wrongDerived(server.ctx)).toEqual([])
  await scan(server, id)
  await patchLibrary(server, id, { seriesStrategy: 'series_volume', seriesConfig: {} })
  expect(await standing()).toEqual(before)
  expect(await wrongDerived(server.ctx)).toEqual([])
  for (const seriesId of [saga, other]) {
    const { body } = await server.call('GET', `/series/${seriesId}/metadata`, { as: 'ann' })
    expect(body.summary).toBe(`of ${seriesId}`)
  }
  const { body } = await server.call('GET', '/want-to-read', { as: 'ann' })
  expect(body.total ?? body.data.length).toBe(2)
})

test('a book that lost its place to another one founds no series of its own', async () => {
  const folder = makeFolder()
  put(folder, await differentComics('Saga', 3))
  put(folder, await differentComics('Akira', 3))
  const id = await addLibrary(server, folder)
  await scan(server, id)
  for (const { id: bookId } of await booksOf(server, id)) {
    const body = { currentPage: 2 }
    await server.call('PUT', `/books/${bookId}/progress`, { as: 'ann', body })
  }
  const lost = 'Akira/Akira v1.cbz'
  renameSync(join(folder, 'Saga/Saga v1.cbz'), join(folder, lost))
  const second = await scan(server, id)
  expect(second).toMatchObject({ moved: 1, missing: 1 })
  const titles = async () => (await seriesOf(server, id)).map(({ title }) => title)
  expect(await titles()).toEqual(['Akira', 'Saga'])
  await patchLibrary(server, id, across)
  expect(await titles()).toEqual(['Akira', 'Saga'])
  await patchLibrary(server, id, { seriesStrategy: 'series_volume', seriesConfig: {} })
  expect(await titles()).toEqual(['Akira', 'Saga'])
  const trash = await server.call('GET', `/trash/books?libraryId=${id}`, { as: 'ada' })
  expect(trash.body.data).toMatchObject([{ title: 'Akira v1', path: join(folder, lost) }])
  const changes = `/libraries/${id}/scans/${second.id}/changes`
  const { body } = await server.call('GET', changes, { as: 'max' })
  expect(body.data).toMatchObject([
    { kind: 'missing', title: 'Akira v1', path: lost },
    { kind: 'moved', title: 'Saga v1', path: lost, pathBefore: 'Saga/Saga v1.cbz' },
  ])
  expect(body.total).toBe(2)
  const scans = (await server.call('GET', `/libraries/${id}/scans`, { as: 'ada' })).body.data
  for (const one of scans.filter(({ trigger }: { trigger: string }) => trigger === 'names')) {
    const done = await server.call('GET', `/libraries/${id}/scans/${one.id}/changes`, { as: 'ada' })
    const kinds = new Set(done.body.data.map(({ kind }: { kind: string }) => kind))
    kinds.delete('changed')
    // One that moved nothing is in nobody's way.
    if (kinds.size > 0) await undo(server, id, one.id)
    await settled(server)
  }
  expect(await undo(server, id, second.id)).toMatchObject({ status: 'completed', skipped: 0 })
  await settled(server)
  expect(await presentPaths(server, id)).toContain('Saga/Saga v1.cbz')
  expect(await titles()).toEqual(['Akira', 'Saga'])
  expect(await wrongDerived(server.ctx)).toEqual([])
})
