/** Reads the positions and proofs of the primary and the replica, and stores new proofs. */
import { sql } from 'drizzle-orm'
import type { drizzle } from 'drizzle-orm/postgres-js'
import { storeInstallation } from '../../installation'
import { installation } from '../../schema'
import type { Store } from '../../store'
import { createProof, type PrimaryState, type ReplicaState } from './replica-rules'

type Asked = Pick<ReturnType<typeof drizzle>, 'execute'>

const proofKey = 'replica_proof'

const selectProof = sql`(select ${installation.value} from ${installation}
  where ${installation.key} = ${sql.raw(`'${proofKey}'`)}) as proof`

/**
 * A commit is on disk before others can see it, so everything visible is before the flushed
 * position. The written position would often be too far ahead: even reads write to the log, and
 * standbys receive those entries only with the next commit. The written position is needed if an
 * administrator has turned off waiting for the disk.
 */
const primaryQuestion = sql`
  select left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline, ${selectProof},
    pg_wal_lsn_diff(case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end,
      '0/0')::text as position`

const replicaQuestion = sql`
  select pg_is_in_recovery() as standby,
    pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as position, ${selectProof}`

export async function readPrimaryState(primary: Asked): Promise<PrimaryState> {
  const [row] = await primary.execute<{
    position: string
    timeline: string
    proof: string | null
  }>(primaryQuestion)
  const { position, timeline, proof } = row!
  return { position: BigInt(position), timeline, proof: proof ?? undefined }
}

export async function readReplicaState(replica: Asked): Promise<ReplicaState> {
  const [row] = await replica.execute<{
    standby: boolean
    position: string | null
    proof: string | null
  }>(replicaQuestion)
  const { standby, position, proof } = row!
  return {
    isStandby: standby,
    position: position === null ? undefined : BigInt(position),
    proof: proof ?? undefined,
  }
}

export const storeProof = (write: Store['write'], timeline: string): Promise<void> =>
  write((tx) => storeInstallation(tx, proofKey, createProof(timeline)))

/**
 * Returns a function that runs a query on behalf of all its callers. Each caller gets the result of
 * a query that started after its call, and callers that wait for the same query share it. Only one
 * query runs at a time.
 */
export function shareAnswers<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<Answer> | undefined
  const askNext = async () => {
    await current.catch(() => undefined)
    next = undefined
    const answer = ask()
    current = answer
    return answer
  }
  return () => (next ??= askNext())
}
