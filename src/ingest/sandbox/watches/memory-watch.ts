import { readFileSync } from 'node:fs'

interface MemoryWatchOptions {
  pid: number
  maxMb: number
  /** The program is checked ten times as often while it is busy. */
  isBusy(): boolean
  onExcess(): void
}

const checkMs = 100
const idleChecks = 10

/**
 * Checks how much private memory a program uses. A kernel limit would disable Bun's JIT. Returns a
 * function that stops the checks.
 */
export function watchMemory({ pid, maxMb, isBusy, onExcess }: MemoryWatchOptions): () => void {
  let checks = 0
  const timer = setInterval(() => {
    if (!isBusy() && ++checks % idleChecks !== 0) return
    const megabytes = readOwnMegabytes(pid)
    if (megabytes === undefined || megabytes <= maxMb) return
    clearInterval(timer)
    onExcess()
  }, checkMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** Returns undefined if the system cannot provide this (not Linux) or the process has exited. */
function readOwnMegabytes(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const kibibytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+)/gm)].map(([, value]) =>
      Number(value),
    )
    return kibibytes.length === 0 ? undefined : kibibytes.reduce((sum, value) => sum + value) / 1024
  } catch {
    return undefined
  }
}
