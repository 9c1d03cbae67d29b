/** On SQLite, writes of different users share a commit if the disk is slow. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { dialect } from '../../../src/platform/db/dialect'
import { openSqlite } from '../../../src/platform/db/sqlite/sqlite'
import { writeTurnChannel } from '../../../src/platform/db/sqlite/sqlite-write-turns'
import type { Store, Tx } from '../../../src/platform/db/store'
import { timings } from '../../../src/platform/metrics/registry'
import { Dice, randomSeed } from '../../support/dice'
import { waitUntil } from '../../support/wait-until'

let folder: string
let store: Store

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-commits-'))
  const path = join(folder, 'quire.db')
  const database = new Database(path)
  database.run('create table entries (writer text, content text)')
  database.run('create table counters (writer text primary key, count integer)')
  // SQLite does the same by itself after some errors of the disk.
  database.run(`create trigger lost before insert on entries when new.content = 'lost'
    begin select raise(rollback, 'the transaction is lost'); end`)
  database.close()
  store = openSqlite(path)
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const users = ['ann', 'ben', 'cem', 'dan', 'eve', 'fay']
const megabytes = 16

/** Takes about as long as a small commit on a hard disk. */
const commitSlowly = () =>
  store.writeForUser('slow', (tx) =>
    tx.rows(sql`insert into entries values ('slow', zeroblob(${megabytes * 1024 * 1024}))`),
  )

const add = (tx: Tx, writer: string, content: string) =>
  tx.rows(sql`insert into entries values (${writer}, ${content})`)

async function countTransactions() {
  const { values } = await timings.writes.get()
  const counts = values.filter(
    ({ metricName, labels }) => metricName?.endsWith('_count') && labels.kind === 'durable',
  )
  return counts.reduce((sum, { value }) => sum + value, 0)
}

const listContents = async () => {
  const rows = await store.db.rows<{ content: string }>(
    sql`select content from entries where writer <> 'slow' order by content`,
  )
  return rows.map(({ content }) => content)
}

describe.if(dialect === 'sqlite')('writes for users', () => {
  test('share a commit after a slow one', async () => {
    // A busy machine may run a single write for as long as the slow commit took.
    for (let areShared = false; !areShared;) {
      await commitSlowly()
      const before = await countTransactions()
      await Promise.all(users.map((user) => store.writeForUser(user, (tx) => add(tx, user, user))))
      areShared = (await countTransactions()) - before < users.length
    }
    expect(new Set(await listContents())).toEqual(new Set(users))
  })

  test('of one user see what the one before has committed', async () => {
    await commitSlowly()
    const seen: string[][] = []
    const write = (content: string) =>
      store.writeForUser('ann', async (tx) => {
        seen.push(await listContents())
        await add(tx, 'ann', content)
      })
    await Promise.all(['1', '2', '3'].map(write))
    expect(seen).toEqual([[], ['1'], ['1', '2']])
  })

  test('keep what was confirmed and nothing else, whichever fail', async () => {
    const dice = new Dice(randomSeed)
    const called: string[] = []
    const kinds = ['stored', 'stored', 'stored', 'refused', 'refused late', 'lost'] as const
    const write = async (kind: (typeof kinds)[number], number: number) => {
      const id = `${number}`
      await Bun.sleep(dice.roll(20))
      return store.writeForUser(`user ${dice.roll(6)}`, async (tx) => {
        await add(tx, 'any', id)
        tx.afterCommit(() => void called.push(id))
        if (kind === 'lost') await add(tx, 'any', 'lost')
        if (kind === 'refused') throw new Error('refused')
        await tx.nest(async (inner) => {
          await add(inner, 'any', `${id} again`)
          inner.afterCommit(() => void called.push(`${id} again`))
        })
        if (kind === 'refused late') throw new Error('refused')
      })
    }
    const confirmed: string[] = []
    for (let round = 0; round < 6; round++) {
      await commitSlowly()
      const drawn = Array.from({ length: 20 }, () => dice.one(kinds))
      const results = await Promise.allSettled(
        drawn.map((kind, index) => write(kind, round * 100 + index)),
      )
      for (const [index, result] of results.entries()) {
        if (result.status === 'rejected') {
          // Whoever shares a lost transaction learns why.
          expect(`${result.reason.cause ?? result.reason}`).toMatch(
            /: (refused|the transaction is lost)$/,
          )
          continue
        }
        expect(drawn[index]).toBe('stored')
        const id = `${round * 100 + index}`
        confirmed.push(id, `${id} again`)
      }
    }
    expect(confirmed).not.toBeEmpty()
    expect(await listContents()).toEqual(confirmed.toSorted())
    expect(called.toSorted()).toEqual(confirmed.toSorted())
  })

  test('are all refused once the database is closed', async () => {
    const closed = openSqlite(join(folder, 'quire.db'))
    await closed.close()
    const writes = ['ann', 'ben', 'ann'].map((user) =>
      closed.writeForUser(user, (tx) => add(tx, user, 'never')),
    )
    const results = await Promise.allSettled(writes)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await listContents()).toEqual([])
  })

  test('that wait are stored before the database is closed', async () => {
    const closing = openSqlite(join(folder, 'quire.db'))
    // Each has a commit of its own, because they are writes of one user.
    const writes = ['1', '2', '3'].map((content) =>
      closing.writeForUser('ann', (tx) => add(tx, 'ann', content)),
    )
    await closing.close()
    await Promise.all(writes)
    expect(await listContents()).toEqual(['1', '2', '3'])
  })

  test('share one turn when a worker holds the lock', async () => {
    const told: string[] = []
    const commits: string[] = []
    await store.listen(writeTurnChannel, (message) => void told.push(message))
    const worker = new Database(join(folder, 'quire.db'))
    worker.run('begin immediate')
    const writes = ['1', '2', '3'].map(async (content) => {
      await store.writeForUser('ann', (tx) => add(tx, 'ann', content))
      commits.push([content, ...told].join(' '))
    })
    await waitUntil(() => told.length > 0)
    worker.run('rollback')
    worker.close()
    await Promise.all(writes)
    expect(commits).toEqual(['1 wanted', '2 wanted', '3 wanted free'])
  })
})
