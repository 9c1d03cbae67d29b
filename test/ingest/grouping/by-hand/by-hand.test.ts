import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { closeDecoder } from '../../../../src/media/decoding/decoder'
import { findWrongDerivedData } from '../../../support/derived'
import {
  addLibrary,
  makeDifferentComics,
  makeFolder,
  scanLibrary,
  type ScanServer,
  undoScan,
  writeFiles,
} from '../../scanning/scan-server'
import { patchLibrary, startGroupingServer } from '../grouping-server'
import { changeGrouping, getBookIds, getSeriesId, getShelf, undoGrouping } from './by-hand-server'

let server: ScanServer
beforeAll(async () => {
  server = await startGroupingServer({ 'scan.missing_minimum': '1000' })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

let libraries = 0
/** Creates comics that no other library contains, because a copy there may continue a missing book. */
async function makeLibrary(...titles: string[]) {
  const folder = makeFolder()
  const mark = ` ${++libraries}`
  for (const title of titles) {
    const files = Object.entries(await makeDifferentComics(`${title}${mark}`, 2))
    writeFiles(
      folder,
      Object.fromEntries(files.map(([path, data]) => [path.replaceAll(mark, ''), data])),
    )
  }
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  return { id, folder }
}

const saga = ['Saga v1', 'Saga v2']
const bone = ['Bone v1', 'Bone v2']

/** Merges the series of one title into another one. */
async function merge(id: string, from: string, to: string) {
  const [fromId, toId] = [await getSeriesId(server, id, from), await getSeriesId(server, id, to)]
  const change = await changeGrouping(server, { seriesIds: [fromId], targetSeriesId: toId })
  return { change, fromId, toId }
}

const get = async (path: string, as = 'max') => (await server.call('GET', path, { as })).body

test('a merged series stays merged through scans, and new files in its folder join', async () => {
  const { id, folder } = await makeLibrary('Saga', 'Bone')
  const { change, toId } = await merge(id, 'Saga', 'Bone')
  expect(change).toMatchObject({
    kind: 'merge',
    bookCount: 2,
    targetTitle: 'Bone',
    sources: [{ title: 'Saga', isPutAway: true }],
    createdBy: 'max',
    canUndo: true,
  })
  expect(await getShelf(server, id)).toEqual({ Bone: [...bone, ...saga] })
  expect(await get(`/series/${toId}`)).toMatchObject({
    metadata: { title: 'Bone' },
    bookCount: 4,
  })
  for (const mode of ['normal', 'deep']) {
    await scanLibrary(server, id, mode)
    expect(await getShelf(server, id)).toEqual({ Bone: [...bone, ...saga] })
  }
  const more = await makeDifferentComics('Saga', 3)
  writeFiles(folder, { 'Saga/Saga v3.cbz': more['Saga/Saga v3.cbz']! })
  await scanLibrary(server, id)
  expect(await getShelf(server, id)).toEqual({ Bone: [...bone, ...saga, 'Saga v3'] })
  await undoGrouping(server, change.id)
  expect(await getShelf(server, id)).toEqual({ Bone: bone, Saga: [...saga, 'Saga v3'] })
  await scanLibrary(server, id, 'deep')
  expect(await getShelf(server, id)).toEqual({ Bone: bone, Saga: [...saga, 'Saga v3'] })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('what a merge brought cannot be chosen automatically, only undone', async () => {
  const { id } = await makeLibrary('Saga', 'Bone')
  await merge(id, 'Saga', 'Bone')
  const body = { bookIds: await getBookIds(server, id, saga), automatic: true }
  const { status, body: refusal } = await server.call('POST', '/grouping-changes', {
    as: 'max',
    body,
  })
  expect([status, refusal.code]).toEqual([409, 'grouping.already_automatic'])
  expect(await getShelf(server, id)).toEqual({ Bone: [...bone, ...saga] })
})

test('the choice is kept when files and folders are renamed, and when strategies change', async () => {
  const { id, folder } = await makeLibrary('Saga', 'Bone', 'Akira')
  const { change } = await merge(id, 'Saga', 'Bone')
  const [akira] = await getBookIds(server, id, ['Akira v1'])
  const boneId = await getSeriesId(server, id, 'Bone')
  await changeGrouping(server, { bookIds: [akira], targetSeriesId: boneId })
  const all = ['Akira v1', ...bone, ...saga].toSorted()
  expect(await getShelf(server, id)).toEqual({ Bone: all, Akira: ['Akira v2'] })
  renameSync(join(folder, 'Saga'), join(folder, 'Saga (2012)'))
  renameSync(join(folder, 'Akira/Akira v1.cbz'), join(folder, 'Elsewhere v1.cbz'))
  await scanLibrary(server, id)
  const renamed = ['Elsewhere v1', ...bone, ...saga].toSorted()
  expect((await getShelf(server, id))['Bone']).toEqual(renamed)
  const more = await makeDifferentComics('Saga', 3)
  writeFiles(folder, { 'Saga (2012)/Saga v3.cbz': more['Saga/Saga v3.cbz']! })
  await scanLibrary(server, id)
  expect((await getShelf(server, id))['Bone']).toEqual([...renamed, 'Saga v3'])
  renameSync(join(folder, 'Bone'), join(folder, 'Bones'))
  await scanLibrary(server, id)
  await patchLibrary(server, id, {
    seriesStrategy: 'parsed_name',
    seriesConfig: { acrossFolders: true },
  })
  const shelf = await getShelf(server, id)
  expect(shelf).toEqual({ Bone: [...renamed, 'Saga v3'], Akira: ['Akira v2'] })
  await patchLibrary(server, id, { seriesStrategy: 'series_volume' })
  await scanLibrary(server, id, 'deep')
  expect(Object.values(await getShelf(server, id)).toSorted()).toEqual([
    ['Akira v2'],
    [...renamed, 'Saga v3'],
  ])
  // The later move put a book into the same series, but does not prevent the undo.
  await undoGrouping(server, change.id)
  expect(Object.values(await getShelf(server, id)).toSorted()).toEqual([
    ['Akira v2'],
    ['Bone v1', 'Bone v2', 'Elsewhere v1'],
    [...saga, 'Saga v3'],
  ])
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('books split off stay in their series, also after they were gone', async () => {
  const { id, folder } = await makeLibrary('Saga', 'Bone')
  const bookIds = await getBookIds(server, id, ['Saga v2'])
  const change = await changeGrouping(server, { bookIds, newTitle: ' Saga: Extras ' })
  expect(change).toMatchObject({ kind: 'split', targetTitle: 'Saga: Extras' })
  const shelf = { Bone: bone, Saga: ['Saga v1'], 'Saga: Extras': ['Saga v2'] }
  expect(await getShelf(server, id)).toEqual(shelf)
  const at = join(folder, 'Saga/Saga v2.cbz')
  renameSync(at, join(folder, '../Saga v2 away'))
  await scanLibrary(server, id)
  expect(await getShelf(server, id)).toEqual({ Bone: bone, Saga: ['Saga v1'] })
  renameSync(join(folder, '../Saga v2 away'), at)
  await scanLibrary(server, id, 'deep')
  expect(await getShelf(server, id)).toEqual(shelf)
  await undoGrouping(server, change.id)
  expect(await getShelf(server, id)).toEqual({ Bone: bone, Saga: saga })
})

test('undoing a scan keeps what a person chose', async () => {
  const { id, folder } = await makeLibrary('Saga', 'Bone')
  const boneId = await getSeriesId(server, id, 'Bone')
  renameSync(join(folder, 'Saga/Saga v1.cbz'), join(folder, 'Alone v1.cbz'))
  const scan = await scanLibrary(server, id)
  const bookIds = (await server.call('GET', `/libraries/${id}/books?pageSize=50`, { as: 'max' }))
    .body.data as { id: string; title: string }[]
  const alone = bookIds.find(({ title }) => title.startsWith('Alone'))!
  const change = await changeGrouping(server, { bookIds: [alone.id], targetSeriesId: boneId })
  await undoScan(server, id, scan.id)
  expect((await getShelf(server, id))['Bone']).toEqual([...bone, 'Saga v1'])
  renameSync(join(folder, 'Alone v1.cbz'), join(folder, 'Saga/Saga v1.cbz'))
  await scanLibrary(server, id)
  await undoGrouping(server, change.id)
  expect(await getShelf(server, id)).toMatchObject({ Bone: bone, Saga: saga })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('books return to the series of their files, which can be undone too', async () => {
  const { id } = await makeLibrary('Saga', 'Bone')
  const boneId = await getSeriesId(server, id, 'Bone')
  const bookIds = await getBookIds(server, id, ['Saga v2'])
  const first = await changeGrouping(server, { bookIds, targetSeriesId: boneId })
  const reset = await changeGrouping(server, { bookIds, automatic: true })
  expect(reset).toMatchObject({ kind: 'reset', targetId: null, sources: [{ title: 'Bone' }] })
  expect(await getShelf(server, id)).toEqual({ Bone: bone, Saga: saga })
  const refused = await server.call('POST', `/grouping-changes/${first.id}/undo`, { as: 'max' })
  expect(refused.status).toBe(409)
  await undoGrouping(server, reset.id)
  expect(await getShelf(server, id)).toEqual({ Bone: [...bone, 'Saga v2'], Saga: ['Saga v1'] })
  await undoGrouping(server, first.id)
  expect(await getShelf(server, id)).toEqual({ Bone: bone, Saga: saga })
  const list = await get(`/grouping-changes?seriesId=${boneId}`)
  expect(
    list.data.map(({ kind, canUndo }: { kind: string; canUndo: boolean }) => [kind, canUndo]),
  ).toEqual([
    ['reset', false],
    ['move', false],
  ])
  expect(list.data[0].undoneAt).not.toBeNull()
})

test('merges of merges are undone one after the other', async () => {
  const { id } = await makeLibrary('Saga', 'Bone', 'Akira')
  const { change: first } = await merge(id, 'Saga', 'Bone')
  const { change: second } = await merge(id, 'Bone', 'Akira')
  const akira = ['Akira v1', 'Akira v2']
  expect(await getShelf(server, id)).toEqual({ Akira: [...akira, ...bone, ...saga] })
  const refused = await server.call('POST', `/grouping-changes/${first.id}/undo`, { as: 'max' })
  expect(refused).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Akira') },
  })
  await scanLibrary(server, id, 'deep')
  await undoGrouping(server, second.id)
  expect(await getShelf(server, id)).toEqual({ Akira: akira, Bone: [...bone, ...saga] })
  await undoGrouping(server, first.id)
  expect(await getShelf(server, id)).toEqual({ Akira: akira, Bone: bone, Saga: saga })
  const again = await server.call('POST', `/grouping-changes/${first.id}/undo`, { as: 'max' })
  expect(again.status).toBe(409)
})

test('lists, ratings and reading follow a merged series and return', async () => {
  const { id } = await makeLibrary('Saga', 'Bone')
  const [sagaId, boneId] = [
    await getSeriesId(server, id, 'Saga'),
    await getSeriesId(server, id, 'Bone'),
  ]
  const as = 'ann'
  const [bookId] = await getBookIds(server, id, ['Saga v1'])
  await server.call('POST', `/books/${bookId}/read`, { as })
  await server.call('POST', '/want-to-read', { as, body: { seriesId: sagaId } })
  await server.call('PUT', `/series/${sagaId}/rating`, { as, body: { rating: 70, notes: 'good' } })
  await server.call('PUT', `/series/${boneId}/rating`, { as: 'max', body: { rating: 40 } })
  await server.call('PUT', `/series/${sagaId}/rating`, { as: 'max', body: { rating: 90 } })
  const list = await server.call('POST', '/collections', {
    as: 'max',
    body: { name: `Mine ${id}` },
  })
  const listPath = `/collections/${list.body.id}/series`
  await server.call('POST', listPath, { as: 'max', body: { seriesIds: [sagaId] } })
  const { change } = await merge(id, 'Saga', 'Bone')
  const wanted = async () =>
    ((await get('/want-to-read', as)).data as { series?: { id: string } | null }[]).map((entry) =>
      JSON.stringify(entry).includes(boneId) ? 'Bone' : 'Saga',
    )
  const listed = async () =>
    ((await get(listPath)).data as { metadata: { title: string } }[]).map(
      ({ metadata }) => metadata.title,
    )
  expect(await wanted()).toEqual(['Bone'])
  expect(await listed()).toEqual(['Bone'])
  expect(await get(`/series/${boneId}/rating`, as)).toMatchObject({ rating: 70, notes: 'good' })
  expect(await get(`/series/${boneId}/rating`)).toMatchObject({ rating: 40 })
  expect(await get(`/series/${boneId}`, as)).toMatchObject({ bookCount: 4, unreadCount: 3 })
  await undoGrouping(server, change.id)
  expect(await wanted()).toEqual(['Saga'])
  expect(await listed()).toEqual(['Saga'])
  expect(
    (await server.call('GET', `/series/${boneId}/rating`, { as })).body?.rating ?? null,
  ).toBeNull()
  expect(await get(`/series/${sagaId}/rating`, as)).toMatchObject({ rating: 70, notes: 'good' })
  expect(await get(`/series/${sagaId}`, as)).toMatchObject({ bookCount: 2, unreadCount: 1 })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('the editions of a merged series are those of its target until the merge is undone', async () => {
  const { id } = await makeLibrary('Saga', 'Bone', 'Die Saga')
  const [sagaId, germanId] = [
    await getSeriesId(server, id, 'Saga'),
    await getSeriesId(server, id, 'Die Saga'),
  ]
  const body = { seriesId: germanId, kind: 'language' }
  await server.call('POST', `/series/${sagaId}/editions`, { as: 'max', body })
  const listEditions = async () =>
    ((await get(`/series/${germanId}/editions`)) as { title: string }[]).map(({ title }) => title)
  const { change } = await merge(id, 'Saga', 'Bone')
  expect(await listEditions()).toEqual(['Bone'])
  await undoGrouping(server, change.id)
  expect(await listEditions()).toEqual(['Saga'])
})

test('what a reader changed after the merge stays', async () => {
  const { id } = await makeLibrary('Saga', 'Bone')
  const sagaId = await getSeriesId(server, id, 'Saga')
  await server.call('PUT', `/series/${sagaId}/rating`, { as: 'ann', body: { rating: 70 } })
  const { change, toId } = await merge(id, 'Saga', 'Bone')
  await server.call('PUT', `/series/${toId}/rating`, { as: 'ann', body: { rating: 20 } })
  await undoGrouping(server, change.id)
  expect(await get(`/series/${toId}/rating`, 'ann')).toMatchObject({ rating: 20 })
  expect(await get(`/series/${sagaId}/rating`, 'ann')).toMatchObject({ rating: 70 })
})

test('a series that was put away is neither in the trash nor purged', async () => {
  const { id, folder } = await makeLibrary('Saga', 'Bone')
  const { change, fromId } = await merge(id, 'Saga', 'Bone')
  const trash = await get(`/trash/series?libraryId=${id}`)
  expect(trash.data).toEqual([])
  expect((await server.call('GET', `/series/${fromId}`, { as: 'max' })).status).toBe(404)
  rmSync(join(folder, 'Saga/Saga v1.cbz'))
  await scanLibrary(server, id)
  const body = { name: 'Saga' }
  const purge = await server.call('POST', `/series/${fromId}/purge`, { as: 'ada', body })
  expect(purge.status).not.toBe(202)
  await undoGrouping(server, change.id)
  expect(await getShelf(server, id)).toEqual({ Bone: bone, Saga: ['Saga v2'] })
})

test('the preview says what will happen', async () => {
  const { id } = await makeLibrary('Saga', 'Bone')
  const [sagaId, boneId] = [
    await getSeriesId(server, id, 'Saga'),
    await getSeriesId(server, id, 'Bone'),
  ]
  const preview = async (body: unknown) =>
    (await server.call('POST', '/grouping-changes/preview', { as: 'max', body })).body
  expect(await preview({ seriesIds: [sagaId, boneId], targetSeriesId: boneId })).toEqual({
    kind: 'merge',
    bookCount: 2,
    targetTitle: 'Bone',
    sources: [{ id: sagaId, title: 'Saga', isPutAway: true }],
    hasOtherAccess: false,
  })
  const body = { ageRating: 18 }
  await server.call('PATCH', `/series/${sagaId}/metadata`, { as: 'max', body })
  const bookIds = await getBookIds(server, id, ['Saga v1'])
  expect(await preview({ bookIds, targetSeriesId: boneId })).toMatchObject({
    kind: 'move',
    sources: [{ isPutAway: false }],
    hasOtherAccess: true,
  })
  const split = await changeGrouping(server, { bookIds, newTitle: 'Extras' })
  expect(await get(`/series/${split.targetId}/metadata`)).toMatchObject({
    title: 'Extras',
    ageRating: 18,
    locks: { title: true, ageRating: true },
  })
})

test('a book that continues at its copy keeps the chosen series', async () => {
  const { id, folder } = await makeLibrary('Saga', 'Bone')
  const boneId = await getSeriesId(server, id, 'Bone')
  const bookIds = await getBookIds(server, id, ['Saga v1'])
  await changeGrouping(server, { bookIds, targetSeriesId: boneId })
  const data = readFileSync(join(folder, 'Saga/Saga v1.cbz'))
  writeFiles(folder, { 'Copies/Saga v1.cbz': data })
  await scanLibrary(server, id)
  writeFiles(folder, { 'Saga/Saga v1.cbz': null })
  await scanLibrary(server, id)
  expect(await getShelf(server, id)).toEqual({ Bone: [...bone, 'Saga v1'], Saga: ['Saga v2'] })
})

test('a book that moves to another library joins the series of its file there', async () => {
  const { id, folder } = await makeLibrary('Saga', 'Bone')
  const other = await makeLibrary('Akira')
  const { change } = await merge(id, 'Saga', 'Bone')
  mkdirSync(join(other.folder, 'Saga'))
  renameSync(join(folder, 'Saga/Saga v1.cbz'), join(other.folder, 'Saga/Saga v1.cbz'))
  await scanLibrary(server, other.id)
  await scanLibrary(server, id)
  const akira = ['Akira v1', 'Akira v2']
  expect(await getShelf(server, other.id)).toEqual({ Akira: akira, Saga: ['Saga v1'] })
  expect(await getShelf(server, id)).toEqual({ Bone: [...bone, 'Saga v2'] })
  await undoGrouping(server, change.id)
  expect(await getShelf(server, other.id)).toEqual({ Akira: akira, Saga: ['Saga v1'] })
  expect(await getShelf(server, id)).toEqual({ Bone: bone, Saga: ['Saga v2'] })
  expect(await findWrongDerivedData(server.ctx)).toEqual([])
})

test('only administrators move books between different sharing tags', async () => {
  const { id } = await makeLibrary('Saga', 'Bone')
  const boneId = await getSeriesId(server, id, 'Bone')
  const [bookId, otherId] = await getBookIds(server, id, saga)
  const kept = await changeGrouping(server, { bookIds: [bookId], targetSeriesId: boneId })
  const tag = await server.call('POST', '/admin/sharing-tags', {
    as: 'ada',
    body: { name: `Tag ${id}` },
  })
  const tagBody = { sharingTagIds: [tag.body.id] }
  const put = await server.call('PUT', `/series/${boneId}/sharing-tags`, {
    as: 'ada',
    body: tagBody,
  })
  expect(put.status).toBe(200)
  const body = { bookIds: [otherId], targetSeriesId: boneId }
  for (const path of ['/grouping-changes', '/grouping-changes/preview']) {
    expect((await server.call('POST', path, { as: 'max', body })).status).toBe(403)
  }
  const reset = { bookIds: [bookId], automatic: true }
  const asMax = { as: 'max', body: reset }
  expect((await server.call('POST', '/grouping-changes', asMax)).status).toBe(403)
  const undo = `/grouping-changes/${kept.id}/undo`
  expect((await server.call('POST', undo, { as: 'max' })).status).toBe(403)
  expect(await getShelf(server, id)).toEqual({ Bone: [...bone, 'Saga v1'], Saga: ['Saga v2'] })
  expect((await server.call('POST', undo, { as: 'ada' })).status).toBe(200)
  expect(await getShelf(server, id)).toEqual({ Bone: bone, Saga: saga })
})

test('people with access to other libraries cannot change or see the grouping of this one', async () => {
  const { id } = await makeLibrary('Saga', 'Bone')
  const other = await makeLibrary('Akira')
  const { change } = await merge(id, 'Saga', 'Bone')
  const users = (await server.call('GET', '/users?pageSize=100', { as: 'ada' })).body.data
  const max = users.find((user: { username: string }) => user.username === 'max')
  const restrict = (libraryIds: string[] | null) =>
    server.call('PATCH', `/users/${max.id}/restrictions`, { as: 'ada', body: { libraryIds } })
  expect((await restrict([other.id])).status).toBe(200)
  try {
    const undo = await server.call('POST', `/grouping-changes/${change.id}/undo`, { as: 'max' })
    expect(undo.status).toBe(404)
    expect((await get(`/grouping-changes?libraryId=${id}`)).data).toEqual([])
    const bookIds = await getBookIds(server, id, bone)
    const body = { bookIds, newTitle: 'Mine' }
    const refused = await server.call('POST', '/grouping-changes', { as: 'max', body })
    expect(refused.status).toBe(404)
  } finally {
    await restrict(null)
  }
})

test('wrong requests are refused', async () => {
  const { id } = await makeLibrary('Saga', 'Bone')
  const other = await makeLibrary('Akira')
  const [sagaId, boneId] = [
    await getSeriesId(server, id, 'Saga'),
    await getSeriesId(server, id, 'Bone'),
  ]
  const akiraId = await getSeriesId(server, other.id, 'Akira')
  const bookIds = await getBookIds(server, id, saga)
  const nobody = Bun.randomUUIDv7()
  const cases: [unknown, number][] = [
    [{}, 400],
    [{ bookIds }, 400],
    [{ targetSeriesId: boneId }, 400],
    [{ bookIds, targetSeriesId: boneId, newTitle: 'Two' }, 400],
    [{ bookIds, newTitle: '  ' }, 400],
    [{ bookIds, targetSeriesId: akiraId }, 400],
    [{ bookIds, automatic: false }, 400],
    [{ bookIds: [...bookIds, nobody], targetSeriesId: boneId }, 404],
    [{ bookIds, targetSeriesId: nobody }, 404],
    [{ seriesIds: [nobody], targetSeriesId: boneId }, 404],
    [{ bookIds, targetSeriesId: sagaId }, 409],
    [{ bookIds, automatic: true }, 409],
    [{ bookIds, newTitle: 'All of them' }, 409],
  ]
  for (const [body, status] of cases) {
    const answer = await server.call('POST', '/grouping-changes', { as: 'max', body })
    expect([body, answer.status]).toEqual([body, status])
  }
  const asReader = await server.call('POST', '/grouping-changes', {
    as: 'ann',
    body: { bookIds, targetSeriesId: boneId },
  })
  expect(asReader.status).toBe(403)
  const unknown = await server.call('POST', `/grouping-changes/${nobody}/undo`, { as: 'max' })
  expect(unknown.status).toBe(404)
  expect(await getShelf(server, id)).toEqual({ Bone: bone, Saga: saga })
})
