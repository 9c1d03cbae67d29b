import { AsyncLocalStorage } from 'node:async_hooks'

/** One write, from its begin on. */
interface Writing {
  isOver: boolean
}

const writing = new AsyncLocalStorage<Writing>()

/** A write inside a write would wait for itself for ever; this says so at once. */
export function outermost<T>(task: () => Promise<T>): Promise<T> {
  if (writing.getStore()) throw new Error('a write inside a write: hand the transaction on')
  return writing.run({ isOver: false }, task)
}

/** Runs what waited for the commit, outside of the write: it may write again. */
export function afterWriting(waiting: (() => void)[]) {
  writing.exit(() => {
    for (const run of waiting) run()
  })
}

/** From here on no statement belongs to the write any more. */
export function endWriting() {
  const current = writing.getStore()
  if (current) current.isOver = true
}

/** A statement that comes too late would stand alone, or in the transaction of somebody else. */
export function requireWriting() {
  if (writing.getStore()?.isOver === false) return
  throw new Error('a statement of a transaction that is over: wait for all of them')
}
