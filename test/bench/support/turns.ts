/** How long the main thread is busy before others have their turn. */

interface Turn {
  /** Of the clock, as `performance.timeOrigin + performance.now()`, where it ended. */
  endedAt: number
  clock: number
  /** Processor time of this thread alone: what a busy machine does not change. */
  cpu: number
}

export interface Turns {
  cpu: number
  count: number
  /** Those over `longMs` of processor time. */
  long: Turn[]
}

const longMs = 10

/** Asks for a turn again and again while `work` goes on. */
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
