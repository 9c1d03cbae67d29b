/** Scans query many books at once. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { renameSync } from 'node:fs'
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
/** Numbers of queries about books, by statement. Jobs and waiting tests send others. */
const counts = new Map<string, number>()
beforeAll(async () => {
  server = await startScanServer()
  const trace = ({ sql }: { sql: string }) => {
    if (/^(select|with)\b.*\b(from|join) "book/s.test(sql))
      counts.set(sql, (counts.get(sql) ?? 0) + 1)
  }
  const log = { isLevelEnabled: () => true, trace } as unknown as Log
  Object.assign(server.ctx, logStatements({ ...server.ctx }, log))
})
afterAll(() => server.close())

const books = 24

/** Answers an event of one book. Scans of many books publish no such events. */
const isOfEvent = (sql: string) => sql.endsWith('"content_hash" is null)')

async function findQueriesOfEachBook(libraryId: string, expected: object) {
  counts.clear()
  expect(await scanLibrary(server, libraryId)).toMatchObject(expected)
  expect(counts.size).toBeGreaterThan(5)
  return [...counts].filter(([sql, count]) => count >= books && !isOfEvent(sql))
}

test('no query is sent for each book that is added or moved', async () => {
  const folder = makeFolder()
  await makeShelf(folder, { folders: 1, books })
  const id = await addLibrary(server, folder)
  expect(await findQueriesOfEachBook(id, { added: books })).toEqual([])
  renameSync(join(folder, 'Series 0001'), join(folder, 'Another name'))
  expect(await findQueriesOfEachBook(id, { added: 0, moved: books })).toEqual([])
})
