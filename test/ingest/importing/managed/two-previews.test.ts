/** Two previews of one installation, of which the second no longer has the first account. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { importingJobs } from '../../../../src/ingest/importing/jobs'
import { findImport } from '../../../../src/ingest/importing/merge/queries'
import { writeKomga } from '../databases/komga-database'
import { dumpTables } from '../dump-tables'
import { shareShelf } from '../shelf'

const shelf = shareShelf('two-previews-')
const { folder } = shelf

beforeAll(async () => {
  const { engine, ctx } = shelf.server
  engine.register(importingJobs(ctx))
  await engine.start()
})
afterAll(() => shelf.server.engine.stop())

const call = async (method: string, path = '', body?: object) => {
  const answer = await shelf.server.call(method, `/imports${path}`, {
    as: 'ada',
    ...(body && { body }),
  })
  await shelf.server.engine.idle()
  return answer
}

function write(people: string[]) {
  const path = join(folder, `${people.length}`, 'database.sqlite')
  writeKomga(path, {
    people: people.map((name, n) => ({
      email: `${name}@example.org`,
      row: { CREATED_DATE: `2022-05-05 05:05:0${n}` },
    })),
    books: [{ id: 'B1', path: 'Ashfall/Ashfall 01.cbz', series: 'Ashfall', number: 1 }],
    readings: [
      { book: 'B1', person: 'lou@example.org', completed: true, at: '2024-03-01T20:15:00Z' },
    ],
    collections: [{ id: 'C1', name: 'Grey Press', items: ['Ashfall'] }],
    change: (db) => {
      db.run('alter table LIBRARY add column CREATED_DATE')
      db.run(`update LIBRARY set CREATED_DATE = '2022-05-05 05:05:05.555'`)
    },
  })
  return path
}

const preview = async (people: string[]) =>
  (await call('POST', '', { path: write(people) })).body.id as string

test('the second adds nothing again when both are confirmed', async () => {
  const first = await preview(['kim', 'lou'])
  const second = await preview(['lou'])
  await call('POST', `/${first}/apply`)
  const before = await dumpTables(shelf.server)
  await call('POST', `/${second}/apply`)
  expect(await dumpTables(shelf.server)).toEqual(before)
  const { db } = shelf.server.ctx
  const [one, two] = [await findImport(db, first), await findImport(db, second)]
  expect([one?.state, two?.state]).toEqual(['done', 'done'])
  expect(two?.instance).toBe(one!.instance)
  const listed = JSON.stringify((await call('GET')).body)
  for (const mark of one!.report!.marks!) expect(listed).not.toContain(mark)
})
