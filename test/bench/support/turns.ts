/** Measures how long tasks keep the main thread busy before it yields. */

interface Turn {
  /** End time, as `performance.timeOrigin + performance.now()`. */
  endedAt: number
  clock: number
  /** CPU time of this thread. Unlike elapsed time, it does not depend on other load. */
  cpu: number
}

export interface Turns {
  cpu: number
  count: number
  /** Tasks with more than `longMs` of CPU time. */
  long: Turn[]
}

const longMs = 10

/** Schedules callbacks while `work` runs, and measures the time between them. */
export async function watchTurns<T>(work: () => Promise<T>): Promise<{ result: T; turns: Turns }> {
  const turns: Turns = { cpu: 0, count: 0, long: [] }
  let isGoing = true
  let before = { at: performance.now(), cpu: threadMs() }
  const look = () => {
    const now = { at: performance.now(), cpu: threadMs() }
    const cpu = now.cpu - before.cpu
    turns.cpu += cpu
    turns.count++
    const endedAt = performance.timeOrigin + now.at
    if (cpu > longMs) turns.long.push({ endedAt, clock: now.at - before.at, cpu })
    before = now
    if (isGoing) setImmediate(look)
  }
  setImmediate(look)
  try {
    return { result: await work(), turns }
  } finally {
    isGoing = false
  }
}

function threadMs() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
