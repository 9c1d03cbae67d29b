/**
 * Lets writes of different users share a commit. SQLite runs them one after another anyway, but
 * each commit waits for the disk. On a hard disk, this takes longer than the statements of several
 * writes. Writes can join a transaction for as long as the last commit took, so on a fast disk,
 * each write has its own commit.
 */
import { runAfterCommit, endWrite } from '../transactions/write-scope'
import type { Tx } from '../store'
import { runInSavepoint, type Writer } from './sqlite-transaction'

/**
 * Writes may join a shared transaction for at most this long. This limits how long the worker
 * process waits for the lock, and how long the first write waits for its commit.
 */
const longestMs = 50

interface Transaction {
  tx: Tx
  committed: Promise<void>
}

/** A write that is waiting for its turn. */
interface Member {
  userId: string
  turn: PromiseWithResolvers<Transaction>
  /**
   * Resolves before the commit, when the statements of the write have run. Contains the error if
   * they were undone.
   */
  ended: PromiseWithResolvers<unknown>
}

type Transact = (work: (tx: Tx) => Promise<void>) => Promise<void>

export class SharedCommits {
  readonly #writer: Writer
  readonly #transact: Transact
  readonly #waiting: Member[] = []
  /**
   * The loop that runs transactions until no writes are waiting. Undefined while it is not running.
   */
  #running: Promise<void> | undefined

  constructor(writer: Writer, transact: Transact) {
    this.#writer = writer
    this.#transact = transact
  }

  /**
   * Runs `work` and returns after the commit. If `work` fails, only its own changes are undone. Must
   * be called within the scope of a write.
   */
  async write<T>(userId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    const turn = Promise.withResolvers<Transaction>()
    const ended = Promise.withResolvers<unknown>()
    this.#waiting.push({ userId, turn, ended })
    this.#running ??= this.#runAll()
    const { tx, committed } = await turn.promise
    const callbacks: (() => void)[] = []
    let result: T
    try {
      result = await runInSavepoint(this.#writer.connection, () => runMember(tx, callbacks, work))
      ended.resolve(undefined)
    } catch (error) {
      ended.resolve(error)
      throw error
    }
    await committed
    runAfterCommit(callbacks)
    return result
  }

  /** Number of writes that have not started. */
  countWaiting(): number {
    return this.#waiting.length
  }

  /** Resolves when all requested writes have ended. */
  async finish(): Promise<void> {
    await this.#running
  }

  async #runAll() {
    while (this.#waiting.length > 0) await this.#runNext()
    this.#running = undefined
  }

  async #runNext() {
    let isBegun = false
    const committed: Promise<void> = this.#transact(async (tx) => {
      isBegun = true
      await this.#runMembers({ tx, committed })
    })
    try {
      await committed
    } catch (error) {
      // Writes that have joined the transaction receive the error through `committed`. If the lock
      // was not acquired, no write has joined yet, so the first one in the queue is rejected.
      if (!isBegun) this.#waiting.shift()?.turn.reject(error)
    }
  }

  async #runMembers(transaction: Transaction) {
    const { connection, lastCommitMs } = this.#writer
    const until = performance.now() + Math.min(lastCommitMs, longestMs)
    const users = new Set<string>()
    do {
      const member = this.#takeMember(users)
      if (!member) return
      users.add(member.userId)
      member.turn.resolve(transaction)
      const error = await member.ended.promise
      // SQLite may undo the whole transaction, for example if the disk is full.
      if (!connection.inTransaction) throw error
    } while (performance.now() < until)
  }

  /**
   * Finds the next write of a user who has no other write in this transaction. A second write of
   * the same user may depend on the first one having been committed.
   */
  #takeMember(users: ReadonlySet<string>): Member | undefined {
    const index = this.#waiting.findIndex(({ userId }) => !users.has(userId))
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]
  }
}

async function runMember<T>(
  shared: Tx,
  callbacks: (() => void)[],
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const tx: Tx = Object.assign(Object.create(shared) as Tx, {
    nest: <Inner>(inner: (tx: Tx) => Promise<Inner>) => shared.nest(() => inner(tx)),
    afterCommit: (run: () => void) => void callbacks.push(run),
  })
  try {
    return await work(tx)
  } finally {
    endWrite()
  }
}
