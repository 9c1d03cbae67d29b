/** What must be true of an installation after people have read in it. */
import { connectPostgres } from '../../src/platform/db/postgres/postgres'
import { parsePostgresUrl } from '../support/database'
import { waitUntilSettled } from '../support/wait-until'
import type { Listener } from './listener'
import type { Reader, Shelf } from './reader'
import type { RunRecord } from './run-record'

const idleMs = 300_000

export async function waitUntilDone(admin: Reader) {
  await waitUntilSettled(async () => {
    const answer = await admin.ask('tasks', '/api/v1/tasks/stats')
    const { pending, processing } = (await answer.json()) as { pending: number; processing: number }
    return pending + processing === 0
  }, idleMs)
}

/** Every accepted reading position is still there. Returns their number. */
export async function checkPositions(readers: readonly Reader[]) {
  for (const reader of readers)
    for (const bookId of reader.pages.keys()) await reader.checkPosition(bookId)
  return readers.reduce((sum, { pages }) => sum + pages.size, 0)
}

/** Every new book is there once, was announced once, and all tasks succeeded. */
export async function checkBooks(
  admin: Reader,
  record: RunRecord,
  { known, arrivals, shelf, listeners }: Expected,
) {
  const [libraryId] = shelf.libraryIds
  const path = `/api/v1/books?libraryId=${libraryId}&pageSize=100&sort=created_at,desc`
  const answer = await admin.ask('books', path)
  const { data, total } = (await answer.json()) as { data: { id: string }[]; total: number }
  const wanted = known + arrivals.length
  record.check(total === wanted, () => `${total} books in the library, wanted ${wanted}`)
  const added = data.slice(0, arrivals.length)
  let announced = 0
  for (const listener of listeners) {
    for (const { id } of added) {
      if (listener.arrivals.has(id)) announced++
      else if (listener.resyncs.length === 0) record.addFault(`book ${id} was not announced`)
    }
  }
  const stats = await (await admin.ask('tasks', '/api/v1/tasks/stats')).json()
  const { failed } = stats as { failed: number }
  record.check(failed === 0, () => `${failed} tasks failed`)
  return { announced, possible: added.length * listeners.length }
}

export interface Expected {
  /** Books of the first library before the readers came. */
  known: number
  arrivals: readonly number[]
  shelf: Shelf
  listeners: readonly Listener[]
}

/** The schedule of every minute fired at most once a minute, and no scan or task ran twice. */
export async function checkTasks(url: string, record: RunRecord) {
  const sql = connectPostgres({ ...parsePostgresUrl(url), maxConnections: 1 })
  try {
    const fired = await sql`
      select date_trunc('minute', created_at) as minute, count(*)::int as times from scans
      where trigger = 'schedule' group by 1`
    for (const { minute, times } of fired)
      record.check(times === 1, () => `the schedule fired ${times} times at ${String(minute)}`)
    const unended = await sql`select id, status from scans where status not in ('completed')`
    for (const { id, status } of unended) record.addFault(`scan ${id} is ${status}`)
    const twice = await sql`
      select relative_path, count(*)::int as times from books
      group by root_id, relative_path having count(*) > 1`
    for (const row of twice)
      record.addFault(`${row['relative_path']} is there ${row['times']} times`)
    const [{ attempts } = { attempts: 0 }] =
      await sql`select coalesce(sum(attempts - 1), 0)::int as attempts from jobs where attempts > 1`
    return { fired: fired.length, repeated: attempts as number }
  } finally {
    await sql.end({ timeout: 0 })
  }
}
