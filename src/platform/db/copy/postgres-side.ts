/** A PostgreSQL database as the source or target of a copy. */
import type { PendingQuery, ReservedSql, Row, Sql } from 'postgres'
import { countOtherProcesses } from '../postgres/other-processes'
import { connectPostgres, openPostgres, type PostgresOptions } from '../postgres/postgres'
import { encodeRows } from './binary-rows'
import type { CopySource, CopyTarget, ReadOptions, StoredRow } from './copy-sides'
import { CopyRefused } from './copy-state'
import { type ColumnKind, quoteColumns, type TableShape } from './table-shapes'

/** Advisory lock of the session that fills a database. */
const copyLock = 7_361_005
/** Number of characters that a cursor returns at once. Rows of some tables take up a megabyte. */
const charactersAtOnce = 2_000_000
const rowsAtOnce = { min: 20, max: 2_000 }
/** PostgreSQL takes up to five seconds to notice that a process was killed. */
const stopWaitMs = 7_000
const pollMs = 100

/** Reads a single snapshot until it is closed. */
export async function openPostgresSource(options: PostgresOptions): Promise<CopySource> {
  const { client, session } = await connect(options)
  const side = createSide(client, session, options)
  await closeOnError(side, () => waitUntilAlone(side, client))
  await session.unsafe('begin isolation level repeatable read read only')
  const close = async () => {
    await session.unsafe('rollback')
    session.release()
    await client.end({ timeout: 5 })
  }
  return { ...side, close }
}

export async function openPostgresTarget(
  options: PostgresOptions,
): Promise<CopyTarget & { client: Sql }> {
  const { client, session } = await connect(options)
  const side = createSide(client, session, options)
  await closeOnError(side, async () => {
    await waitUntilAlone(side, client)
    const [row] = await side.query(`select pg_try_advisory_lock(${copyLock})`)
    if (row?.[0] === true) return
    throw new CopyRefused(`${side.name} is being filled by another "quire database copy" already.`)
  })
  return {
    ...side,
    client,
    transact: async (work) => {
      await session.unsafe('begin')
      try {
        await work()
        await session.unsafe('commit')
      } catch (error) {
        // If the connection is lost, PostgreSQL rolls back. The first error contains the reason.
        await session.unsafe('rollback').catch(() => undefined)
        throw error
      }
    },
    insert: async (table, rows) => {
      const names = quoteColumns(table.columns.map(({ name }) => name))
      const text = `copy "${table.name}" (${names}) from stdin (format binary)`
      await send(session.unsafe(text), encodeRows(table, rows))
    },
    setCounter: async ({ name }, column, value) => {
      await side.query(`select setval(pg_get_serial_sequence('"${name}"', '${column}'), ?1)`, [
        value,
      ])
    },
    complete: async () => void (await session.unsafe('analyze')),
  }
}

/** Other processes may be stopping, such as a copy that was killed. */
async function waitUntilAlone({ requireAlone }: CopySource, client: Sql) {
  const { db } = openPostgres(client)
  const until = performance.now() + stopWaitMs
  while ((await countOtherProcesses(db)) > 0 && performance.now() < until) await Bun.sleep(pollMs)
  await requireAlone()
}

async function closeOnError({ close }: CopySource, work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    await close()
    throw error
  }
}

async function connect(options: PostgresOptions) {
  const client = connectPostgres({ ...options, maxConnections: 2 })
  try {
    // The first statement loads the array types, without which the driver cannot reserve a
    // connection.
    await client`select 1`
    const session = await client.reserve()
    await session.unsafe('set statement_timeout = 0')
    await session.unsafe('set idle_in_transaction_session_timeout = 0')
    return { client, session }
  } catch (error) {
    await client.end({ timeout: 5 })
    throw error
  }
}

async function send(query: PendingQuery<Row[]>, bytes: Buffer) {
  const stream = await query.writable()
  await new Promise<void>((resolve, reject) => {
    // After the last byte, the driver reports an error only through `query.reject`, because nothing
    // else is waiting for the query.
    void Object.assign(query, { reject })
    stream.once('error', reject).once('finish', resolve)
    stream.end(bytes)
  })
}

type Query = CopySource['query']

/** Reads with a cursor, which holds only a few rows in memory at a time. */
function createReader(
  session: ReservedSql,
  query: Query,
  listKey: CopySource['listKey'],
): CopySource['read'] {
  return async function* read(table: TableShape, { after, where = 'true' }: ReadOptions = {}) {
    const key = await listKey(table)
    const names = quoteColumns(key)
    const next = after ? ` and (${names}) > (${key.map((_, i) => `$${i + 1}`).join()})` : ''
    const columns = table.columns.map(({ name, kind }) => selectColumn(name, kind)).join()
    const text = `select ${columns} from "${table.name}" where ${where}${next} order by ${names}`
    const count = await chooseRowsAtOnce(query, table)
    const rows = session.unsafe(text, (after ?? []) as never[]).values()
    const numbers = table.columns.flatMap(({ kind }, place) =>
      kind === 'instant' || kind === 'long' ? [place] : [],
    )
    for await (const batch of rows.cursor(count)) {
      yield decodeRows(batch, numbers)
    }
  }
}

/** Chooses the batch size according to the largest of at most 200 rows. */
async function chooseRowsAtOnce(query: Query, { name }: TableShape): Promise<number> {
  const [row] = await query(
    `select max(octet_length(sample::text)) from (select * from "${name}" limit 200) as sample`,
  )
  const count = Math.floor(charactersAtOnce / Math.max(1, Number(row?.[0] ?? 0)))
  return Math.min(Math.max(count, rowsAtOnce.min), rowsAtOnce.max)
}

function createSide(client: Sql, session: ReservedSql, options: PostgresOptions): CopySource {
  const query: Query = async (text, values = []) => {
    const numbered = text.replaceAll(/\?(\d)/g, '$$$1')
    return [...(await session.unsafe(numbered, values as never[]).values())] as StoredRow[]
  }
  const listKey = async ({ name }: TableShape) => {
    const rows = await query(
      `select c.attname from pg_index i join pg_attribute c on c.attrelid = i.indrelid
        where i.indrelid = '"${name}"'::regclass and i.indisprimary and c.attnum = any(i.indkey)
        order by array_position(i.indkey, c.attnum)`,
    )
    return rows.map(([column]) => String(column))
  }
  return {
    type: 'postgres',
    name: `PostgreSQL database "${options.database}"`,
    query,
    listKey,
    read: createReader(session, query, listKey),
    requireAlone: async () => {
      if ((await countOtherProcesses(openPostgres(client).db)) === 0) return
      throw new CopyRefused(
        `Quire is running with the PostgreSQL database "${options.database}". Stop all servers, ` +
          `workers and commands first, and run this command again: their changes would be lost.`,
      )
    },
    readCounter: async ({ name }, column) => {
      const sequence = `pg_get_serial_sequence('"${name}"', '${column}')::regclass`
      const [row] = await query(`select pg_sequence_last_value(${sequence})`)
      return Number(row?.[0] ?? 0)
    },
    close: async () => {
      session.release()
      await client.end({ timeout: 5 })
    },
  }
}

const selectColumn = (name: string, kind: ColumnKind) =>
  kind === 'instant' ? `round(extract(epoch from "${name}") * 1000)` : `"${name}"`

/** The driver returns large numbers as text. */
function decodeRows(rows: unknown[][], numbers: readonly number[]): StoredRow[] {
  for (const row of rows) {
    for (const place of numbers) if (row[place] !== null) row[place] = Number(row[place])
  }
  return rows
}
