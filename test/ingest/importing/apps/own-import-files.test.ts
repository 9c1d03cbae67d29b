/** What imports into one's own account leave on the disk and in the database. */
import { afterEach, expect, test } from 'bun:test'
import { existsSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { deleteLostImportFiles } from '../../../../src/ingest/importing/managed/lost-files'
import { listImportRows } from '../../../../src/ingest/importing/merge/queries'
import { storeUploadedSource } from '../../../../src/ingest/importing/managed/import-files'
import type { TestServer } from '../../../support/server'
import { buildMihonBackup } from './mihon-backup'
import { startImportServer } from './own-import'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function start() {
  const server = await startImportServer()
  servers.push(server)
  return server
}

async function send(server: TestServer, bytes: Uint8Array) {
  const form = new FormData()
  form.append('file', new File([bytes], 'backup.tachibk'))
  const response = await server.fetch('/api/v1/user/imports', {
    method: 'POST',
    as: 'ann',
    body: form,
  })
  expect(response.status).toBe(201)
  await server.engine.idle()
  return ((await response.json()) as { id: string }).id
}

const backup = () => buildMihonBackup({ mangas: [{ title: 'Ashfall' }] })
const folderOf = ({ ctx }: TestServer, id: string) => join(ctx.config.data_dir, 'imports', id)
const fileOf = (server: TestServer, id: string) =>
  join(folderOf(server, id), 'original', 'backup.tachibk')

test('a file that cannot be read is deleted', async () => {
  const server = await start()
  const id = await send(server, Buffer.from('something else'))
  const { body } = await server.call('GET', `/user/imports/${id}`, { as: 'ann' })
  expect(body.state).toBe('failed')
  expect(existsSync(folderOf(server, id))).toBe(false)
})

test('failed imports are forgotten after fifty', async () => {
  const server = await start()
  for (let n = 0; n < 53; n++) await send(server, Buffer.from('something else'))
  const id = await send(server, backup())
  const rows = await listImportRows(server.ctx.db, server.getUserId('ann'), 100)
  expect(rows).toHaveLength(51)
  expect(rows[0]).toMatchObject({ id, state: 'ready' })
})

test('files of a deleted account are deleted, and no others', async () => {
  const server = await start()
  const id = await send(server, backup())
  const recent = Bun.randomUUIDv7()
  await storeUploadedSource(server.ctx, recent, { file: new File(['x'], 'backup.tachibk') })
  const makeOld = () => utimesSync(fileOf(server, id), 1_600_000_000, 1_600_000_000)
  makeOld()
  await deleteLostImportFiles(server.ctx)
  expect(existsSync(fileOf(server, id))).toBe(true)
  const user = `/users/${server.getUserId('ann')}`
  expect((await server.call('DELETE', user, { as: 'ada' })).status).toBeLessThan(300)
  await deleteLostImportFiles(server.ctx)
  expect(existsSync(fileOf(server, id))).toBe(false)
  // An upload has no row until it is complete.
  expect(existsSync(fileOf(server, recent))).toBe(true)
})
