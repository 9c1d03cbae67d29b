/** Sharing tags that an import made, and that someone uses, stay after an undo. */
import { afterEach, describe, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { isHolding } from '../../../../src/catalog/sharing-tags/hold-series'
import { series } from '../../../../src/catalog/series/schema'
import { joinWaitingFacts } from '../../../../src/ingest/importing/merge/join-waiting'
import { undoImport } from '../../../../src/ingest/importing/merge/undo-import'
import { startTestServer, type TestServer } from '../../../support/server'
import {
  addLibrary,
  makeComic,
  makeFolder,
  scanLibrary,
  startScanServer,
  writeFiles,
} from '../../scanning/scan-server'
import { writeCalibreWeb } from '../databases/calibre-web-database'
import { writeKomga } from '../databases/komga-database'
import { runImportOf } from '../import-command'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const makePath = (name: string) => join(mkdtempSync(join(tmpdir(), 'undone-labels-')), name)

/** A series that is not here, with a label that one person may not see. */
async function importKomga() {
  const server = await startTestServer()
  servers.push(server)
  const path = makePath('database.sqlite')
  writeKomga(path, {
    people: [{ email: 'ben@example.org', labels: [{ label: 'Adult', allow: 0 }] }],
    books: [{ id: 'B1', path: 'Dusk/Dusk 01.cbz', series: 'Dusk', number: 1 }],
    labels: [{ SERIES_ID: 'S-Dusk', LABEL: 'adult' }],
  })
  const { importId } = await runImportOf(server, path)
  return { server, importId: importId! }
}

/** Imports the same database twice into one server. */
async function importTwice(prepare: 'empty' | 'withBook') {
  const server = await startScanServer()
  servers.push(server)
  const folder = makeFolder()
  const libraryId = await addLibrary(server, folder)
  const path = makePath('database.sqlite')
  writeKomga(path, {
    root: '/books',
    people: [{ email: 'ben@example.org', labels: [{ label: 'Adult', allow: 0 }] }],
    books: [{ id: 'B1', path: 'Dusk/Dusk 01.cbz', series: 'Dusk', number: 1 }],
    labels: [{ SERIES_ID: 'S-Dusk', LABEL: 'adult' }],
  })
  const addBook = async () => {
    writeFiles(folder, { 'Dusk/Dusk 01.cbz': await makeComic() })
    await scanLibrary(server, libraryId)
    await joinWaitingFacts(server.ctx)
  }
  if (prepare === 'withBook') await addBook()
  const folders = [{ from: '/books', to: folder }]
  const importIds: string[] = []
  for (let n = 0; n < 2; n++) {
    importIds.push((await runImportOf(server, path, { folders })).importId!)
  }
  const listTagsOfDusk = async () => {
    const [row] = await server.ctx.db.select().from(series).where(eq(series.title, 'Dusk'))
    const { body } = await server.call('GET', `/series/${row!.id}/sharing-tags`, { as: 'ada' })
    return body.map(({ name }: { name: string }) => name) as string[]
  }
  return { server, importIds, addBook, listTagsOfDusk }
}

describe('the label that two imports of one source bring', () => {
  test.each([0, 1])('waits for its book after import %i is undone', async (undone) => {
    const { server, importIds, addBook, listTagsOfDusk } = await importTwice('empty')
    await undoImport(server.ctx, importIds[undone]!)
    expect(await isHolding(server.ctx.db)).toBe(true)
    await addBook()
    expect(await listTagsOfDusk()).toEqual(['Adult'])
    await undoImport(server.ctx, importIds[1 - undone]!)
    expect(await listTagsOfDusk()).toEqual([])
    expect(await isHolding(server.ctx.db)).toBe(false)
  })

  test.each([
    ['joined later', 'empty', 0],
    ['joined later', 'empty', 1],
    ['was here', 'withBook', 0],
    ['was here', 'withBook', 1],
  ] as const)('stays on a series that %s (%s) until both are undone, %i first', async (...of) => {
    const [, prepare, undone] = of
    const { server, importIds, addBook, listTagsOfDusk } = await importTwice(prepare)
    if (prepare === 'empty') await addBook()
    await undoImport(server.ctx, importIds[undone]!)
    expect(await listTagsOfDusk()).toEqual(['Adult'])
    await undoImport(server.ctx, importIds[1 - undone]!)
    expect(await listTagsOfDusk()).toEqual([])
  })

  test('waits no more after both are undone', async () => {
    const { server, importIds } = await importTwice('empty')
    for (const id of importIds) await undoImport(server.ctx, id)
    expect(await isHolding(server.ctx.db)).toBe(false)
    expect(await listTags(server)).toEqual([])
  })
})

async function listTags(server: TestServer) {
  const { body } = await server.call('GET', '/admin/sharing-tags', { as: 'ada' })
  return body.data as { id: string; name: string }[]
}

test.each(['deny', 'allow'])('a tag that a group has to %s stays', async (accessMode) => {
  const { server, importId } = await importKomga()
  const [tag] = await listTags(server)
  const as = 'ada'
  const group = await server.call('POST', '/access-groups', { as, body: { name: 'Children' } })
  const grants = `/access-groups/${group.body.id}/grants`
  const grant = { sharingTagId: tag!.id, accessMode }
  expect((await server.call('POST', grants, { as, body: grant })).status).toBeLessThan(300)
  await undoImport(server.ctx, importId)
  expect(await listTags(server)).toMatchObject([{ id: tag!.id, name: 'Adult' }])
})

test('a tag that waits for books of another import stays', async () => {
  const { server, importId } = await importKomga()
  const path = makePath('app.db')
  const books = [{ id: 1, title: 'Dawn', path: 'Dawn', files: { CBZ: 'Dawn 01' }, tags: ['Adult'] }]
  const people = [{ id: 3, name: 'ann', row: { denied_tags: 'Adult' } }]
  writeCalibreWeb(path, { library: { books }, people })
  await runImportOf(server, path)
  await undoImport(server.ctx, importId)
  expect(await listTags(server)).toMatchObject([{ name: 'Adult' }])
  expect(await isHolding(server.ctx.db)).toBe(true)
})

test('a tag that nobody uses is removed', async () => {
  const { server, importId } = await importKomga()
  await undoImport(server.ctx, importId)
  expect(await listTags(server)).toEqual([])
})
