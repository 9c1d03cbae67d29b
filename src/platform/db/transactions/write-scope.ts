import { AsyncLocalStorage } from 'node:async_hooks'

interface Write {
  isOver: boolean
}

const currentWrite = new AsyncLocalStorage<Write>()

/** A nested write fails immediately, because it would wait for itself. */
export function runWrite<T>(task: () => Promise<T>): Promise<T> {
  if (currentWrite.getStore()) throw new Error('nested write: pass the transaction instead')
  return currentWrite.run({ isOver: false }, task)
}

/** Runs the callbacks outside the write, because they may write again. */
export function runAfterCommit(waiting: (() => void)[]) {
  currentWrite.exit(() => {
    for (const run of waiting) run()
  })
}

/** Marks the write as ended. Statements that are sent later are rejected. */
export function endWrite() {
  const current = currentWrite.getStore()
  if (current) current.isOver = true
}

/**
 * Throws unless a write is in progress: a late statement would run alone or in the transaction of
 * another caller.
 */
export function requireWrite() {
  if (currentWrite.getStore()?.isOver === false) return
  throw new Error('statement after the end of its transaction: await all statements')
}
