/** People who are restricted in another program see no more here when the books arrive later. */
import { afterEach, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { heldTagId } from '../../../src/accounts/permissions/restriction-rules'
import { books } from '../../../src/catalog/books/schema'
import { isHolding } from '../../../src/catalog/sharing-tags/hold-series'
import { listSeriesWithTag } from '../../../src/catalog/sharing-tags/queries'
import { series } from '../../../src/catalog/series/schema'
import { importingJobs } from '../../../src/ingest/importing/jobs'
import {
  joinWaitingFacts,
  startJoiningWaitingFacts,
} from '../../../src/ingest/importing/merge/join-waiting'
import { undoImport } from '../../../src/ingest/importing/merge/undo-import'
import { waitingFacts } from '../../../src/ingest/importing/schema'
import { storePreserved } from '../../../src/reading/preserved/store'
import { waitUntil } from '../../support/wait-until'
import {
  addLibrary,
  makeComic,
  makeFolder,
  type ScanServer,
  scanLibrary,
  startScanServer,
  writeFiles,
} from '../scanning/scan-server'
import { hashByPbkdf2, writeCalibreWeb } from './databases/calibre-web-database'
import { writeKomga } from './databases/komga-database'
import { dumpTables } from './dump-tables'
import { runImportOf } from './import-command'
import { password, signIn } from './shelf'

let server: ScanServer | undefined
let stop: (() => void) | undefined
afterEach(async () => {
  stop?.()
  stop = undefined
  await server?.close()
})

const hash = `$2a$${Bun.password.hashSync(password, { algorithm: 'bcrypt', cost: 4 }).slice(4)}`

function writeKomgaSource(): string {
  const path = join(makeFolder(), 'database.sqlite')
  writeKomga(path, {
    root: '/books',
    people: [{ email: 'ben@example.org', password: hash, labels: [{ label: 'Adult', allow: 0 }] }],
    books: [
      { id: 'B1', path: 'Dusk/Dusk 01.cbz', series: 'Dusk', number: 1 },
      { id: 'B2', path: 'Dusk/Dusk 02.cbz', series: 'Dusk', number: 2 },
      { id: 'B3', path: 'Dawn/Dawn 01.cbz', series: 'Dawn', number: 1 },
      { id: 'B4', path: 'Noon/Noon 01.cbz', series: 'Noon', number: 1 },
    ],
    labels: [{ SERIES_ID: 'S-Dusk', LABEL: 'adult' }],
  })
  return path
}

function writeCalibreWebSource(): string {
  const folder = makeFolder()
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'app.db')
  const row = { denied_tags: 'Adult' }
  writeCalibreWeb(path, {
    library: {
      books: [
        { id: 1, title: 'Dusk 1', path: 'Dusk', files: { CBZ: 'Dusk 01' }, tags: ['Adult'] },
        { id: 2, title: 'Dusk 2', path: 'Dusk', files: { CBZ: 'Dusk 02' }, tags: ['Adult'] },
        { id: 3, title: 'Dawn 1', path: 'Dawn', files: { CBZ: 'Dawn 01' } },
        { id: 4, title: 'Noon 1', path: 'Noon', files: { CBZ: 'Noon 01' } },
      ],
    },
    people: [{ id: 3, name: 'ben', password: hashByPbkdf2(password), row }],
  })
  return path
}

const sources = [
  ['Komga', writeKomgaSource, 'ben@example.org'],
  ['Calibre-Web', writeCalibreWebSource, 'ben'],
] as const

async function listTitles(as: string): Promise<string[]> {
  const { body } = await server!.call('GET', '/series', { as })
  return body.data.map(({ metadata }: { metadata: { title: string } }) => metadata.title).toSorted()
}

async function startShelf(write: () => string) {
  server = await startScanServer()
  const folder = makeFolder()
  const libraryId = await addLibrary(server, folder)
  const path = write()
  const folders = [{ from: '/books', to: folder }]
  const importAll = () => runImportOf(server!, path, { folders })
  const add = async (...paths: string[]) => {
    const comic = await makeComic()
    writeFiles(folder, Object.fromEntries(paths.map((one) => [one, comic])))
    await scanLibrary(server!, libraryId)
  }
  await add('Noon/Noon 01.cbz')
  return { server, folder, importAll, add }
}

for (const [name, write, username] of sources) {
  test(`${name}: a series that is hidden there is hidden when its books arrive`, async () => {
    const shelf = await startShelf(write)
    const { report } = await shelf.importAll()
    expect(report.labels).toEqual({ waiting: name === 'Komga' ? 1 : 2 })
    const { token } = await signIn(shelf.server, username)
    shelf.server.engine.register(importingJobs(shelf.server.ctx))
    stop = startJoiningWaitingFacts(shelf.server.ctx)
    await shelf.add('Dusk/Dusk 01.cbz', 'Dawn/Dawn 01.cbz')
    const seen = await waitUntil(async () => {
      const titles = await listTitles(token)
      return titles.length > 1 ? titles : undefined
    })
    expect(seen).toEqual(['Dawn', 'Noon'])
    expect(await listTitles('ada')).toEqual(['Dawn', 'Dusk', 'Noon'])
  })

  test(`${name}: nothing new is shown before the labels are checked`, async () => {
    const { server: own, importAll, add } = await startShelf(write)
    await importAll()
    const { token } = await signIn(own, username)
    await add('Dusk/Dusk 01.cbz', 'Dawn/Dawn 01.cbz')
    expect(await listTitles(token)).toEqual(['Noon'])
    expect(await listTitles('ann')).toEqual(['Dawn', 'Dusk', 'Noon'])
    await joinWaitingFacts(own.ctx)
    expect(await listTitles(token)).toEqual(['Dawn', 'Noon'])
  })
}

test('books in a series that is here are held back, too', async () => {
  const { server: own, importAll, add } = await startShelf(writeCalibreWebSource)
  await add('Dusk/Other.cbz')
  await importAll()
  const { token } = await signIn(own, 'ben')
  expect(await listTitles(token)).toEqual(['Dusk', 'Noon'])
  await add('Dusk/Dusk 01.cbz')
  expect(await listTitles(token)).toEqual(['Noon'])
  await joinWaitingFacts(own.ctx)
  expect(await listTitles(token)).toEqual(['Noon'])
  expect(await listTagNames('Dusk')).toEqual(['Adult'])
})

async function listTagNames(title: string): Promise<string[]> {
  const [row] = await server!.ctx.db.select().from(series).where(eq(series.title, title))
  const { body } = await server!.call('GET', `/series/${row!.id}/sharing-tags`, { as: 'ada' })
  return body.map((tag: { name: string }) => tag.name)
}

test('a repeat changes nothing', async () => {
  const { server: own, importAll, add } = await startShelf(writeKomgaSource)
  await importAll()
  const before = await dumpTables(own)
  const { report } = await importAll()
  expect(report.labels).toEqual({ waiting: 1 })
  expect(await dumpTables(own)).toEqual(before)
  await add('Dusk/Dusk 01.cbz', 'Dusk/Dusk 02.cbz')
  await joinWaitingFacts(own.ctx)
  const joined = await dumpTables(own)
  expect(await joinWaitingFacts(own.ctx)).toBe(0)
  expect((await importAll()).report.labels).toEqual({ same: 1 })
  expect(await dumpTables(own)).toEqual(joined)
})

test('a tag that someone removed stays away', async () => {
  const { server: own, importAll, add } = await startShelf(writeKomgaSource)
  await importAll()
  await add('Dusk/Dusk 01.cbz')
  await joinWaitingFacts(own.ctx)
  const [row] = await own.ctx.db.select().from(series).where(eq(series.title, 'Dusk'))
  const url = `/series/${row!.id}/sharing-tags`
  const { body } = await own.call('GET', url, { as: 'ada' })
  await own.call('DELETE', `${url}/${body[0].id}`, { as: 'ada' })
  await add('Dusk/Dusk 02.cbz')
  await joinWaitingFacts(own.ctx)
  expect(await listTagNames('Dusk')).toEqual([])
})

test('nothing is held back when the tag of the labels was deleted', async () => {
  const { server: own, importAll, add } = await startShelf(writeKomgaSource)
  await importAll()
  const { token } = await signIn(own, 'ben@example.org')
  await add('Dusk/Dusk 01.cbz')
  const listTags = async (): Promise<{ id: string; name: string }[]> =>
    (await own.call('GET', '/admin/sharing-tags', { as: 'ada' })).body.data
  const adult = (await listTags()).find(({ name }) => name === 'Adult')
  const url = `/admin/sharing-tags/${adult!.id}`
  expect((await own.call('DELETE', url, { as: 'ada' })).status).toBe(204)
  await joinWaitingFacts(own.ctx)
  expect(await listTitles(token)).toEqual(['Dusk', 'Noon'])
  expect(await listTags()).toEqual([])
})

test('what holds a series back is no tag that someone sees, uses or removes', async () => {
  const { server: own, importAll, add } = await startShelf(writeKomgaSource)
  await importAll()
  const { token, user } = await signIn(own, 'ben@example.org')
  await add('Dawn/Dawn 01.cbz')
  const as = 'ada'
  const { body } = await own.call('GET', '/admin/sharing-tags', { as })
  expect(body).toMatchObject({ data: [{ name: 'Adult' }], total: 1 })
  expect(await listTagNames('Dawn')).toEqual([])
  const tagged = { condition: { sharingTag: { operator: 'isNotNull' } } }
  const filtered = await own.call('POST', '/series/list', { as, body: tagged })
  expect(filtered).toMatchObject({ status: 200, body: { data: [] } })
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const change = method === 'PATCH' ? { body: { name: 'Mine' } } : {}
    const given = await own.call(method, `/admin/sharing-tags/${heldTagId}`, { as, ...change })
    expect(given.status).toBe(404)
  }
  const [row] = await own.ctx.db.select().from(series).where(eq(series.title, 'Dawn'))
  const url = `/series/${row!.id}/sharing-tags`
  expect((await own.call('DELETE', `${url}/${heldTagId}`, { as })).status).toBe(404)
  const held = { sharingTagId: heldTagId }
  expect((await own.call('POST', url, { as, body: held })).status).toBe(404)
  const grant = { ...held, accessMode: 'allow' }
  const grants = `/users/${user.id}/sharing-tags`
  expect((await own.call('PUT', grants, { as, body: grant })).status).toBe(404)
  // Someone who gives the series other tags does not show it.
  const other = await own.call('POST', '/admin/sharing-tags', { as, body: { name: 'Other' } })
  const both = await own.call('PUT', url, { as, body: { sharingTagIds: [other.body.id] } })
  expect(both).toMatchObject({ status: 200, body: [{ name: 'Other' }] })
  await own.call('PUT', url, { as, body: { sharingTagIds: [] } })
  expect(await listTitles(token)).toEqual(['Noon'])
  const why = await own.call('GET', `/users/${user.id}/effective-grants?seriesId=${row!.id}`, {
    as,
  })
  expect(why.body.decision.reasons).toMatchObject([{ rule: 'denied_tag', sharingTagIds: [] }])
  await joinWaitingFacts(own.ctx)
  expect(await listTitles(token)).toEqual(['Dawn', 'Noon'])
  const { body: log } = await own.call('GET', '/audit-log?pageSize=100', { as })
  expect(JSON.stringify(log)).not.toContain('of an import')
})

test('an undo removes what waits and what has joined', async () => {
  const { server: own, importAll, add } = await startShelf(writeKomgaSource)
  const { importId } = await importAll()
  await add('Dusk/Dusk 01.cbz')
  await joinWaitingFacts(own.ctx)
  await add('Dawn/Dawn 01.cbz')
  expect(await isHolding(own.ctx.db)).toBe(true)
  await undoImport(own.ctx, importId!)
  expect(await own.ctx.db.select().from(waitingFacts)).toEqual([])
  expect(await listTagNames('Dusk')).toEqual([])
  expect(await listTagNames('Dawn')).toEqual([])
  expect(await isHolding(own.ctx.db)).toBe(false)
  const { body } = await own.call('GET', '/admin/sharing-tags', { as: 'ada' })
  expect(body.data).toEqual([])
})

test('an undo shows what was held back for its labels also while purged tags wait', async () => {
  const { server: own, importAll, add } = await startShelf(writeKomgaSource)
  const { importId } = await importAll()
  await add('Dawn/Dawn 01.cbz')
  const purged = { kind: 'sharingTag' as const, userId: null, row: { tagId: heldTagId } }
  await own.ctx.write((tx) =>
    storePreserved(tx, [{ ...purged, identity: Bun.randomUUIDv7() }], own.ctx.clock.now()),
  )
  const listHeld = () => own.ctx.write((tx) => listSeriesWithTag(tx, heldTagId, 10))
  expect(await listHeld()).toHaveLength(1)
  await undoImport(own.ctx, importId!)
  expect(await listHeld()).toEqual([])
})

test('a later import holds series back as the first one did', async () => {
  const { server: own, importAll, add } = await startShelf(writeKomgaSource)
  const { importId } = await importAll()
  await add('Dawn/Dawn 01.cbz')
  await undoImport(own.ctx, importId!)
  expect(await isHolding(own.ctx.db)).toBe(false)
  await importAll()
  const { token } = await signIn(own, 'ben@example.org')
  await add('Dusk/Dusk 01.cbz')
  expect(await listTitles(token)).toEqual(['Dawn', 'Noon'])
})

test('books in the trash get their label before they come back', async () => {
  const { server: own, importAll, add } = await startShelf(writeKomgaSource)
  await add('Dusk/Dusk 01.cbz')
  const [row] = await own.ctx.db.select().from(series).where(eq(series.title, 'Dusk'))
  await own.call('DELETE', `/series/${row!.id}`, { as: 'ada' })
  await importAll()
  const { token } = await signIn(own, 'ben@example.org')
  await own.ctx.write(async (tx) => {
    await tx.update(books).set({ trashedAt: null })
    await tx.update(series).set({ trashedAt: null })
  })
  expect(await listTitles(token)).toEqual(['Noon'])
})

test('books that may be several hide all that they may be', async () => {
  const { server: own, importAll, add } = await startShelf(writeKomgaSource)
  await add('East/Dusk/Dusk 01.cbz', 'West/Dusk/Dusk 01.cbz', 'Dawn/Dawn 01.cbz')
  await own.ctx.write((tx) =>
    tx
      .update(books)
      .set({ volume: 1 })
      .where(sql`${books.relativePath} like '%Dusk%'`),
  )
  await importAll()
  const { token } = await signIn(own, 'ben@example.org')
  expect(await listTitles(token)).toEqual(['Dawn', 'Noon'])
})
