import { AsyncLocalStorage } from 'node:async_hooks'

/** One write, from its start. */
interface Write {
  isOver: boolean
}

const currentWrite = new AsyncLocalStorage<Write>()

/** A nested write would deadlock; this fails at once. */
export function runWrite<T>(task: () => Promise<T>): Promise<T> {
  if (currentWrite.getStore()) throw new Error('nested write: pass the transaction instead')
  return currentWrite.run({ isOver: false }, task)
}

/** Runs the callbacks outside the write: they may write again. */
export function runAfterCommit(waiting: (() => void)[]) {
  currentWrite.exit(() => {
    for (const run of waiting) run()
  })
}

/** Later statements no longer belong to the write. */
export function endWrite() {
  const current = currentWrite.getStore()
  if (current) current.isOver = true
}

/** A late statement would run alone or in another caller's transaction. */
export function requireWrite() {
  if (currentWrite.getStore()?.isOver === false) return
  throw new Error('statement after the end of its transaction: await all statements')
}
