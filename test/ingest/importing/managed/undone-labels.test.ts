/** Sharing tags that an import made, and that someone uses, stay after an undo. */
import { afterEach, expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isHolding } from '../../../../src/catalog/sharing-tags/hold-series'
import { undoImport } from '../../../../src/ingest/importing/merge/undo-import'
import { startTestServer, type TestServer } from '../../../support/server'
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
