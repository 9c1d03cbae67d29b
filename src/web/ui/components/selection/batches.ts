/** Runs an action on many items in batches, with progress and a way to stop. */

/** Well below the server's limit: progress is visible and stopping is fast. */
const portion = 50

export interface Watching {
  /** Called with the number of processed items. */
  onDone: (done: number) => void
  /** Running batches finish; a batch is never split. */
  signal: AbortSignal
}

/** Resolves with the number of processed items. */
export async function inBatches(
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
