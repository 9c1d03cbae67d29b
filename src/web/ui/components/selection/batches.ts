/** Runs an action on many items in batches, with progress and a way to stop. */

/** Well below what the server takes at once: one sees it go on, and it stops soon when it shall. */
const portion = 50

export interface Watching {
  /** Is told how many are done. */
  onDone: (done: number) => void
  /** What is begun is finished: a portion is done or not. */
  signal: AbortSignal
}

/** How many were done. */
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
