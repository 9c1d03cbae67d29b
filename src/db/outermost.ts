import { AsyncLocalStorage } from 'node:async_hooks'

const writing = new AsyncLocalStorage<true>()

/** A write inside a write would wait for itself for ever; this says so at once. */
export function outermost<T>(task: () => Promise<T>): Promise<T> {
  if (writing.getStore()) throw new Error('a write inside a write: hand the transaction on')
  return writing.run(true, task)
}

/** Runs what waited for the commit, outside of the write: it may write again. */
export function afterWriting(waiting: (() => void)[]) {
  writing.exit(() => {
    for (const run of waiting) run()
  })
}
