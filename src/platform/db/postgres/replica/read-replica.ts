/** Reads from a replica if it has everything that the primary has committed (decision 38). */
import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import type { Log } from '../../../log/log'
import { counters } from '../../../metrics/registry'
import { databaseLogMessages } from '../../messages'
import type { Store } from '../../store'
import { readPrimaryState, readReplicaState, shareAnswers, storeProof } from './replica-questions'
import { isProven, judgeReplica, type PrimaryState, type Verdict } from './replica-rules'

/** How long a statement waits for the replica to catch up. */
const catchUpMs = 50
const pollMs = 2
/** How long the primary may take to report its position. Every read waits for this response. */
const questionLimitMs = 5_000
/** How long the replica may take to report its position before it is no longer used. */
const answerLimitMs = 1_000
/** How long a statement may take on the replica before the primary answers it instead. */
const statementLimitMs = 5_000

/** Why the replica is not used. `away`: it rejects connections or does not respond. */
type Cause = Exclude<Verdict, 'current'> | 'away' | 'slow' | 'primary_away'

/** Interval at which the replica is tried again in the background. */
const retryMs: Record<Cause, number> = {
  behind: 1_000,
  unproven: 1_000,
  primary_away: 2_000,
  away: 2_000,
  no_standby: 5_000,
  foreign: 5_000,
  slow: 30_000,
}

/**
 * Number of failed attempts before logging. A replica may briefly be behind. An unreachable primary
 * is logged elsewhere; `primary_away` is logged here because the primary may also reject only the
 * query for its position.
 */
const attemptsBeforeLog: Record<Cause, number> = {
  behind: 60,
  unproven: 60,
  primary_away: 3,
  away: 1,
  no_standby: 1,
  foreign: 2,
  slow: 0,
}

class ReplicaUnusable extends Error {
  readonly reason: Cause

  constructor(reason: Cause, cause?: unknown) {
    super(`replica unusable: ${reason}`, { cause })
    this.reason = reason
  }
}

/** The part of the query builder that sends statements. */
interface Session {
  prepareQuery(query: { sql: string }, ...more: unknown[]): Prepared
}
interface Prepared {
  /** Set by the query builder after `prepareQuery`: which joined tables may be absent in a row. */
  joinsNotNullableMap?: Record<string, boolean>
  execute(...values: unknown[]): Promise<unknown>
}

const getSession = (database: unknown): Session => (database as { session: Session }).session

type Transaction = Parameters<Parameters<ReturnType<typeof drizzle>['transaction']>[0]>[0]
type Read<T> = (session: Session) => Promise<T>

interface Parts {
  primary: Sql
  replica: Sql
  write: Store['write']
  log: Log | undefined
}

export class ReadReplica {
  readonly #parts: Parts
  readonly #database: ReturnType<typeof drizzle>
  readonly #askPrimary: () => Promise<PrimaryState>
  readonly #server: string
  /** Runs background checks outside the caller's write, because they start a write themselves. */
  readonly #runApart = AsyncLocalStorage.snapshot()
  #isUsable = false
  /** True if this process has written a proof. A copied database could contain an older one. */
  #hasProved = false
  #failedAttempts = 0
  #logged: Cause | 'used' | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isClosed = false

  constructor(parts: Parts) {
    this.#parts = parts
    this.#database = drizzle(parts.replica, { casing: 'snake_case' })
    const primary = drizzle(parts.primary, { casing: 'snake_case' })
    this.#askPrimary = shareAnswers(() =>
      limitTime(readPrimaryState(primary), questionLimitMs, 'primary_away'),
    )
    const { host, port } = parts.replica.options
    this.#server = `${host[0]}:${port[0]}`
    void this.#try()
  }

  /** Calls `onPrimary` if the replica is not usable or the read fails. */
  async read<T>(onReplica: Read<T>, onPrimary: () => Promise<T>): Promise<T> {
    if (!this.#isUsable) return countAs('unused', onPrimary)
    try {
      return await countAs('replica', () => this.#readCurrent(onReplica))
    } catch (error) {
      // The statement may have been canceled on the replica, so it is repeated on the primary. An
      // invalid statement fails there as well.
      if (!(error instanceof ReplicaUnusable)) return countAs('repeated', onPrimary)
      this.#stopUsing(error)
      return countAs(error.reason === 'behind' ? 'behind' : 'unused', onPrimary)
    }
  }

  close() {
    this.#isClosed = true
    this.#isUsable = false
    clearTimeout(this.#timer)
    return this.#parts.replica.end({ timeout: 5 })
  }

  async #readCurrent<T>(read: Read<T>): Promise<T> {
    let needed = await this.#getPrimaryState()
    for (;;) {
      try {
        return await this.#readWith(needed, read)
      } catch (error) {
        if (!(error instanceof ReplicaUnusable && error.reason === 'foreign')) throw error
        // Another process may have replaced the proof in the meantime.
        const newer = await this.#getPrimaryState()
        if (newer.proof === needed.proof) throw error
        needed = newer
      }
    }
  }

  async #getPrimaryState(): Promise<PrimaryState> {
    try {
      return await this.#askPrimary()
    } catch (error) {
      throw new ReplicaUnusable('primary_away', error)
    }
  }

  /**
   * Checks the replica and reads on the same connection, because one host name can refer to several
   * servers. Each statement of the transaction sees everything visible when it begins, so the read
   * sees what the check has found.
   */
  async #readWith<T>(needed: PrimaryState, read: Read<T>): Promise<T> {
    const current = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<T>()
    let isLate = false
    const reading = this.#database.transaction(async (inner) => {
      // If no connection was free immediately, the caller may have stopped waiting in the meantime.
      if (!isLate) await waitUntilCurrent(inner, needed)
      if (isLate) return
      current.resolve()
      answer.resolve(await read(getSession(inner)))
    })
    // The result is returned before the transaction ends.
    answer.promise.catch(() => undefined)
    reading.catch((error: unknown) => {
      current.reject(error instanceof ReplicaUnusable ? error : new ReplicaUnusable('away', error))
      answer.reject(error)
    })
    try {
      await limitTime(current.promise, answerLimitMs, 'away')
      return await limitTime(answer.promise, statementLimitMs, 'slow')
    } finally {
      isLate = true
    }
  }

  #stopUsing(error: ReplicaUnusable) {
    if (!this.#isUsable) return
    this.#isUsable = false
    this.#failedAttempts = 0
    this.#logUnused(error)
    this.#tryLater(error.reason)
  }

  #tryLater(cause: Cause) {
    if (this.#isClosed) return
    this.#timer = setTimeout(() => this.#runApart(() => void this.#try()), retryMs[cause])
    this.#timer.unref()
  }

  async #try() {
    try {
      await this.#prove()
      await this.#readCurrent(async () => undefined)
    } catch (error) {
      const unusable = error instanceof ReplicaUnusable ? error : new ReplicaUnusable('away', error)
      this.#failedAttempts++
      this.#logUnused(unusable)
      this.#tryLater(unusable.reason)
      return
    }
    if (this.#isClosed) return
    this.#isUsable = true
    this.#logUsed()
  }

  /** Ensures that this process has written a proof and that the primary has a valid one. */
  async #prove() {
    const state = await this.#getPrimaryState()
    if (this.#hasProved && isProven(state)) return
    try {
      await storeProof(this.#parts.write, state.timeline)
    } catch (error) {
      throw new ReplicaUnusable('primary_away', error)
    }
    this.#hasProved = true
  }

  #logUnused({ reason, cause }: ReplicaUnusable) {
    if (this.#isClosed || this.#logged === reason) return
    if (this.#failedAttempts < attemptsBeforeLog[reason]) return
    this.#logged = reason
    this.#parts.log?.warn(
      { server: this.#server, ...(cause !== undefined && { err: cause }) },
      describe(reason),
    )
  }

  #logUsed() {
    if (this.#logged === 'used') return
    this.#logged = 'used'
    this.#parts.log?.info({ server: this.#server }, databaseLogMessages.replica_used())
  }
}

const describe = (reason: Cause) => {
  if (reason === 'behind') return databaseLogMessages.replica_behind()
  if (reason === 'slow') return databaseLogMessages.replica_slow()
  if (reason === 'no_standby') return databaseLogMessages.replica_no_standby()
  if (reason === 'foreign') return databaseLogMessages.replica_foreign()
  return databaseLogMessages.replica_away()
}

/** Patches a handle for the primary so that the replica answers statements where possible. */
export function readFromReplica(database: unknown, replica: ReadReplica) {
  const session = getSession(database)
  const prepareQuery = session.prepareQuery.bind(session)
  session.prepareQuery = (query, ...more) => {
    const prepared = prepareQuery(query, ...more)
    const execute = prepared.execute.bind(prepared)
    prepared.execute = (...values) =>
      replica.read(
        (inner) => {
          const there = inner.prepareQuery(query, ...more)
          const { joinsNotNullableMap } = prepared
          return Object.assign(there, { joinsNotNullableMap }).execute(...values)
        },
        () => execute(...values),
      )
    return prepared
  }
}

async function waitUntilCurrent(inner: Transaction, needed: PrimaryState) {
  const until = performance.now() + catchUpMs
  const askVerdict = async () => judgeReplica(needed, await readReplicaState(inner))
  let verdict = await askVerdict()
  while (verdict === 'behind' && performance.now() < until) {
    await Bun.sleep(pollMs)
    verdict = await askVerdict()
  }
  // The replica's proof is read just before its position, so a mismatch is checked again.
  if (verdict === 'foreign') verdict = await askVerdict()
  if (verdict !== 'current') throw new ReplicaUnusable(verdict)
}

/** Throws after `ms` without canceling the promise. */
async function limitTime<T>(promise: Promise<T>, ms: number, cause: Cause): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new ReplicaUnusable(cause)), ms)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

type Outcome = 'replica' | 'behind' | 'unused' | 'repeated'

async function countAs<T>(outcome: Outcome, read: () => Promise<T>): Promise<T> {
  const answer = await read()
  counters.replicaReads.inc({ outcome })
  return answer
}
