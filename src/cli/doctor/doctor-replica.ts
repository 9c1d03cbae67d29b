/**
 * `quire doctor`: checks whether the PostgreSQL replica can answer queries instead of the primary.
 */
import type { Sql } from 'postgres'
import type { Config } from '../../platform/config/model'
import { withClient } from '../../platform/db/backups/postgres-dump'
import { getReplicaOptions } from '../../platform/db/open'
import type { Finding } from './doctor-finding'

const check = 'replica'
/** A replica that needs longer than this to catch up is not used. */
const catchUpMs = 5_000
const pollMs = 50

/** Only warns about a replica that cannot be used, because the primary then answers all queries. */
export async function checkReplica(config: Config, primary: Sql): Promise<Finding[]> {
  const options = getReplicaOptions(config)
  if (!options) return []
  const server = `${options.host}:${options.port}`
  try {
    return [await withClient(options, (replica) => compareServers(primary, replica, server))]
  } catch (error) {
    const message = `The replica at ${server} cannot be used: ${(error as Error).message}`
    return [
      warn(
        message,
        'Check database.postgres.read_host and read_port, and that the replica is running.',
      ),
    ]
  }
}

async function compareServers(primary: Sql, replica: Sql, server: string): Promise<Finding> {
  const [expected] = await primary<{ id: string; position: string }[]>`
    select (pg_control_system()).system_identifier::text as id,
      pg_current_wal_flush_lsn()::text as position`
  const { id, position } = expected!
  const [found] = await replica<{ id: string; standby: boolean }[]>`
    select (pg_control_system()).system_identifier::text as id, pg_is_in_recovery() as standby`
  const advice = 'Set database.postgres.read_host to a streaming replica of the primary.'
  if (found!.id !== id) {
    return warn(`The server at ${server} is not a replica of the primary.`, advice)
  }
  if (!found!.standby) return warn(`The server at ${server} is not a standby.`, advice)
  const until = performance.now() + catchUpMs
  let missing = await countMissingBytes(replica, position)
  while (missing > 0 && performance.now() < until) {
    await Bun.sleep(pollMs)
    missing = await countMissingBytes(replica, position)
  }
  if (missing <= 0) {
    return { check, state: 'ok', message: `The replica at ${server} follows the primary.` }
  }
  const behind = `The replica at ${server} is ${Math.ceil(missing / 1024)} KB behind the primary.`
  return warn(
    behind,
    'Check the log of the replica and pg_stat_replication. Until the replica has caught up, the primary is used.',
  )
}

async function countMissingBytes(replica: Sql, position: string): Promise<number> {
  const [row] = await replica<{ missing: string | null }[]>`
    select pg_wal_lsn_diff(${position}::pg_lsn, pg_last_wal_replay_lsn())::text as missing`
  return Number(row!.missing ?? Infinity)
}

const warn = (message: string, advice: string): Finding => ({
  check,
  state: 'warning',
  message,
  advice,
})
