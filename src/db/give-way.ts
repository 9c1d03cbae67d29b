/**
 * Lets requests and timers have their turn, for work that never waits by itself: SQLite answers at
 * once, so a chain of statements holds the main thread from its first to its last, awaited or not.
 */
const patienceMs = 3
let since = 0

/** Call it between small steps, in transactions too; costs nothing until the steps took some milliseconds. */
export async function giveWay(): Promise<void> {
  if (performance.now() - since < patienceMs) return
  await new Promise<void>((resolve) => void setImmediate(resolve))
  since = performance.now()
}
