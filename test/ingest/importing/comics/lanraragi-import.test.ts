/** Imports from LANraragi into the real app. */
import { afterAll, afterEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { joinWaitingFacts } from '../../../../src/ingest/importing/merge/join-waiting'
import { undoImport } from '../../../../src/ingest/importing/merge/undo-import'
import { seedBook, seedLibrary, seedSeries } from '../../../support/seed'
import { startTestServer, type TestServer } from '../../../support/server'
import { toArchiveId, writeArchiveList, writeLanraragi } from '../databases/lanraragi-file'
import { dumpTables } from '../dump-tables'
import { runImportOf } from '../import-command'
import { get, seedShelf } from '../shelf'

const folder = mkdtempSync(join(tmpdir(), 'lanraragi-import-'))
const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function start() {
  const server = await startTestServer()
  servers.push(server)
  return server
}

const [one, two, gone] = [toArchiveId(1), toArchiveId(2), toArchiveId(3)]
const users = new Map([['lanraragi', 'ann']])
const at = { lastreadtime: 1_709_324_100, pagecount: 20 }

test('metadata, lists and progress come along, once, and can be taken back', async () => {
  const server = await start()
  const { b1, b2 } = await seedShelf(server)
  const empty = await dumpTables(server)
  const archives = [
    { arcid: one, filename: 'Ashfall 01', title: 'Soot', tags: 'artist:ida kern, sea' },
    { arcid: two, filename: 'ashfall 02', title: '', tags: '' },
    { arcid: gone, filename: 'x', title: '', tags: '' },
  ]
  const backup = join(folder, 'backup.json')
  const categories = [{ catid: 'SET_1', name: 'Night', search: '', archives: [two, gone, one] }]
  writeLanraragi(backup, { archives, categories })
  const list = join(folder, 'archives.json')
  writeArchiveList(list, [
    { ...archives[0], ...at, progress: 20 },
    { ...archives[1], ...at, progress: 5 },
    { ...archives[2], ...at, progress: 5 },
  ])
  await runImportOf(server, backup, { users, applies: false })
  expect(await dumpTables(server)).toEqual(empty)
  const first = await runImportOf(server, backup, { users })
  expect(first.report).toMatchObject({
    books: { total: 3, found: { name: 2 }, waiting: 1 },
    lists: [{ name: 'Night', outcome: 'new', found: 2, total: 3 }],
    edits: { new: 1 },
  })
  const second = await runImportOf(server, list, { users })
  expect(second.report).toMatchObject({
    people: [{ account: 'ann', completed: { new: 1 }, positions: { new: 1, waiting: 1 } }],
    edits: { same: 1 },
  })
  const full = await dumpTables(server)
  const imports = [
    await runImportOf(server, backup, { users }),
    await runImportOf(server, list, { users }),
  ]
  expect(await dumpTables(server)).toEqual(full)
  expect(await get(server, 'ann', `/books/${b1}/read-history`)).toMatchObject({ readCount: 1 })
  expect(await get(server, 'ann', `/books/${b2}/progress`)).toMatchObject({ currentPage: 5 })
  expect(await get(server, 'ann', `/books/${b1}/metadata`)).toMatchObject({
    subjects: ['sea'],
    authors: [{ name: 'ida kern' }],
    locks: { subjectsLock: false },
  })
  for (const { importId } of [...imports.toReversed(), second, first]) {
    await undoImport(server.ctx, importId!)
  }
  expect(await dumpTables(server)).toEqual(empty)
})

test('of files with the same name, the content tells which one it is', async () => {
  const server = await start()
  const path = join(folder, 'library')
  const library = await seedLibrary(server, { path })
  const series = await seedSeries(server, library, { title: 'Ashfall' })
  const add = async (relativePath: string, content: string) => {
    const file = join(path, relativePath)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return seedBook(server, series, { title: relativePath, relativePath })
  }
  await add('A/01.cbz', 'one')
  const b = await add('B/01.cbz', 'two')
  await add('A/02.cbz', 'other')
  const sha1 = (text: string) => new Bun.CryptoHasher('sha1').update(text).digest('hex')
  const list = join(folder, 'same-names.json')
  writeArchiveList(list, [
    { ...at, arcid: sha1('two'), filename: '01', progress: 5 },
    { ...at, arcid: sha1('gone'), filename: '02', progress: 5 },
  ])
  const { report } = await runImportOf(server, list, { users })
  expect(report.books).toMatchObject({ found: { hash: 1 }, waiting: 1, ambiguous: 0 })
  expect(await get(server, 'ann', `/books/${b.id}/progress`)).toMatchObject({ currentPage: 5 })
  // A scan finds nothing new, and then the right file.
  expect(await joinWaitingFacts(server.ctx)).toBe(0)
  const found = await add('C/02.cbz', 'gone')
  expect(await joinWaitingFacts(server.ctx)).toBe(1)
  expect(await get(server, 'ann', `/books/${found.id}/progress`)).toMatchObject({ currentPage: 5 })
})
