/** Resources used by this process, and the delay of its event loop. */
import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface ProcessMetrics {
  cpuSeconds: number
  residentBytes: number
  /** Private memory without mapped files, in bytes, or null if the system does not report it. */
  anonymousBytes: number | null
  openFiles: number | null
  maxOpenFiles: number | null
}

export function readProcessMetrics(): ProcessMetrics {
  const { user, system } = process.cpuUsage()
  const anonymousKib = readNumber('/proc/self/status', /^RssAnon:\s+(\d+) kB/m)
  return {
    cpuSeconds: (user + system) / 1e6,
    residentBytes: process.memoryUsage.rss(),
    anonymousBytes: anonymousKib === null ? null : anonymousKib * 1024,
    openFiles: countOpenFiles(),
    maxOpenFiles: readMaxOpenFiles(),
  }
}

/** Returns null if the number is unlimited or unknown. */
export const readMaxOpenFiles = () => readNumber('/proc/self/limits', /^Max open files\s+(\d+)/m)

function readNumber(file: string, pattern: RegExp): number | null {
  if (process.platform !== 'linux') return null
  const found = pattern.exec(readFileSync(file, 'utf8'))?.[1]
  return found === undefined ? null : Number(found)
}

/** Subtracts one, because the listing itself opens a file. */
const countOpenFiles = () =>
  process.platform === 'linux' ? readdirSync('/proc/self/fd').length - 1 : null

export interface EventLoopDelay {
  mean: number
  p50: number
  p99: number
  max: number
}

const resolutionMs = 20
const windowMs = 60_000
let monitor: { delays: ReturnType<typeof monitorEventLoopDelay>; sinceMs: number } | undefined

/**
 * Returns the event loop delay since the last reset, in seconds. The first call starts the
 * measurement, and a call more than a minute after a reset resets it.
 */
export function readEventLoopDelay(): EventLoopDelay {
  if (!monitor) {
    monitor = { delays: monitorEventLoopDelay({ resolution: resolutionMs }), sinceMs: Date.now() }
    monitor.delays.enable()
  }
  const { delays, sinceMs } = monitor
  const lag = {
    mean: toSeconds(delays.mean),
    p50: toSeconds(delays.percentile(50)),
    p99: toSeconds(delays.percentile(99)),
    max: toSeconds(delays.max),
  }
  // Without a reset, the maximum would never decrease.
  if (Date.now() - sinceMs > windowMs) {
    delays.reset()
    monitor.sinceMs = Date.now()
  }
  return lag
}

const toSeconds = (nanoseconds: number) =>
  Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds) / 1e9 : 0
