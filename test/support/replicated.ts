/** A PostgreSQL with a standby, and stores that read from it through a proxy. */
import pino from 'pino'
import type { Sql } from 'postgres'
import { postgres as migrations } from '../../src/platform/db/migrations/embedded'
import { migratePostgres } from '../../src/platform/db/migrations/migrate-postgres'
import { connectPostgres, openPostgres } from '../../src/platform/db/postgres/postgres'
import type { Store } from '../../src/platform/db/store'
import { messageHooks } from '../../src/platform/log/log'
import { counters } from '../../src/platform/metrics/registry'
import { parsePostgresUrl } from './database'
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy'
import { type OwnPostgresServer, startPostgres } from './postgres'
import { waitUntil } from './wait-until'

export interface Replicated {
  primary: OwnPostgresServer
  standby: OwnPostgresServer
  /** Before the standby. */
  proxy: DatabaseProxy
  /** The database on the primary, and on the standby without the proxy. */
  urls: { primary: string; standby: string }
  /** Codes of all log lines of the stores. */
  logged: string[]
  openStore: (urls?: { primary?: string; replica?: string }) => Promise<Store>
  stop: () => Promise<void>
}

const name = 'club'

export async function startReplicated(): Promise<Replicated> {
  const primary = await startPostgres(undefined, { isReplicated: true })
  const url = await primary.createDatabase(name)
  const client = connectPostgres(parsePostgresUrl(url))
  await migratePostgres(client, migrations)
  await client.end()
  const standby = await primary.startStandby()
  const proxy = await startDatabaseProxy(standby.url(name))
  const logged: string[] = []
  const log = pino(
    { hooks: messageHooks },
    { write: (line: string) => void logged.push((JSON.parse(line) as { code: string }).code) },
  )
  const openStore: Replicated['openStore'] = async (own = {}) =>
    openPostgres(connectPostgres(parsePostgresUrl(own.primary ?? url)), log, undefined, {
      client: connectPostgres(parsePostgresUrl(own.replica ?? proxy.url)),
    })
  const stop = async () => {
    proxy.close()
    await standby.stop()
    await primary.stop()
  }
  const urls = { primary: url, standby: standby.url(name) }
  return { primary, standby, proxy, urls, logged, openStore, stop }
}

/** Holds the standby back until `resumeReplay`. */
export async function pauseReplay(standby: Sql) {
  await standby`select pg_wal_replay_pause()`
  await waitUntil(async () => {
    const [row] = await standby<{ state: string }[]>`
      select pg_get_wal_replay_pause_state() as state`
    return row!.state === 'paused'
  })
}

export async function resumeReplay(standby: Sql) {
  await standby`select pg_wal_replay_resume()`
}

type Outcome = 'replica' | 'behind' | 'unused' | 'repeated'

export async function countReads(outcome: Outcome): Promise<number> {
  const { values } = await counters.replicaReads.get()
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
}
