/** V4: what a scan does that finds nothing new. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logStatements } from '../../../src/platform/db/statement-log'
import type { Log } from '../../../src/platform/log/log'
import { makeShelf } from '../../support/make/shelves'
import {
  addLibrary,
  makeFolder,
  scanLibrary,
  type ScanServer,
  startScanServer,
} from './scan-server'

let server: ScanServer
const sent: string[] = []
beforeAll(async () => {
  server = await startScanServer()
  const trace = ({ sql }: { sql: string }) => void sent.push(sql)
  const log = { isLevelEnabled: () => true, trace } as unknown as Log
  Object.assign(server.ctx, logStatements({ ...server.ctx }, log))
})
afterAll(() => server.close())

const aboutBooks = /\b(?:from|join|into|update) "?(?:books|series|book_\w+|series_\w+)"?\b/

/** Lists the statements about books and series of a scan, without numbers of parameters. */
async function listStatements(libraryId: string, expected: object) {
  sent.length = 0
  expect(await scanLibrary(server, libraryId)).toMatchObject(expected)
  return sent.filter((sql) => aboutBooks.test(sql))
}

test('V4: a scan without change sends as few statements for many books as for few', async () => {
  const counts: number[] = []
  for (const books of [4, 48]) {
    const folder = makeFolder()
    await makeShelf(folder, { folders: 1, books })
    const id = await addLibrary(server, folder)
    await scanLibrary(server, id)
    const none = { added: 0, changed: 0, moved: 0, missing: 0 }
    await listStatements(id, none)
    const statements = await listStatements(id, none)
    const isWrite = (sql: string) => /^\s*(?:insert into|update|delete from) "?books"?\b/.test(sql)
    expect(statements.filter(isWrite)).toEqual([])
    counts.push(statements.length)
  }
  expect(counts[0]).toBeGreaterThan(0)
  // Jobs of earlier scans may still send a few.
  expect(counts[1]! - counts[0]!).toBeLessThan(6)
})

test('V4: a file that was changed in place is still found', async () => {
  const folder = makeFolder()
  await makeShelf(folder, { folders: 1, books: 3 })
  const id = await addLibrary(server, folder)
  await scanLibrary(server, id)
  const series = join(folder, readdirSync(folder)[0]!)
  const path = join(series, readdirSync(series).toSorted()[0]!)
  const { size, atime, mtime } = statSync(path)
  // Neither the folder nor the size of the file tells that it has changed.
  writeFileSync(path, Buffer.alloc(size, 'x'))
  utimesSync(path, atime, new Date(mtime.getTime() + 60_000))
  expect(await scanLibrary(server, id)).toMatchObject({ added: 0, changed: 1, missing: 0 })
})
