/** Runs an action on many items in batches. Progress is visible, and the run can be stopped. */

/** Well below the server's limit, so that progress is visible and stopping is quick. */
const portion = 50

export interface Watching {
  /** Called after each batch with the number of items processed so far. */
  onDone: (done: number) => void
  /** Stops the run. A batch that has already been started is completed first. */
  signal: AbortSignal
}

/** Resolves with the number of processed items. */
export async function runInBatches(
  ids: readonly string[],
  act: (some: string[]) => Promise<void>,
  { onDone, signal }: Watching,
): Promise<number> {
  let done = 0
  while (done < ids.length && !signal.aborted) {
    const some = ids.slice(done, done + portion)
    await act(some)
    done += some.length
    onDone(done)
  }
  return done
}
