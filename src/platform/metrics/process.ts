/** What the operating system says of this process, and how late its timers are. */
import { readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

export interface ProcessFigures {
  cpuSeconds: number
  residentBytes: number
  /** Memory of its own, without mapped files: null where the system does not tell. */
  anonymousBytes: number | null
  openFiles: number | null
  maxOpenFiles: number | null
}

export function readProcess(): ProcessFigures {
  const { user, system } = process.cpuUsage()
  const anonymousKib = numberIn('/proc/self/status', /^RssAnon:\s+(\d+) kB/m)
  return {
    cpuSeconds: (user + system) / 1e6,
    residentBytes: process.memoryUsage.rss(),
    anonymousBytes: anonymousKib === null ? null : anonymousKib * 1024,
    openFiles: countOpenFiles(),
    maxOpenFiles: maxOpenFiles(),
  }
}

/** null: unlimited, or not known on this system. */
export const maxOpenFiles = () => numberIn('/proc/self/limits', /^Max open files\s+(\d+)/m)

function numberIn(file: string, pattern: RegExp): number | null {
  if (process.platform !== 'linux') return null
  const found = pattern.exec(readFileSync(file, 'utf8'))?.[1]
  return found === undefined ? null : Number(found)
}

/** The listing itself opens one. */
const countOpenFiles = () =>
  process.platform === 'linux' ? readdirSync('/proc/self/fd').length - 1 : null

export interface Lag {
  mean: number
  p50: number
  p99: number
  max: number
}

const resolutionMs = 20
const windowMs = 60_000
let watched: { delays: ReturnType<typeof monitorEventLoopDelay>; sinceMs: number } | undefined

/** Seconds by which timers were late in the last minute or two. Watching begins with the first call. */
export function readLag(): Lag {
  if (!watched) {
    watched = { delays: monitorEventLoopDelay({ resolution: resolutionMs }), sinceMs: Date.now() }
    watched.delays.enable()
  }
  const { delays, sinceMs } = watched
  const lag = {
    mean: seconds(delays.mean),
    p50: seconds(delays.percentile(50)),
    p99: seconds(delays.percentile(99)),
    max: seconds(delays.max),
  }
  // Without this the one slow moment of last month would be the maximum for ever.
  if (Date.now() - sinceMs > windowMs) {
    delays.reset()
    watched.sinceMs = Date.now()
  }
  return lag
}

const seconds = (nanoseconds: number) =>
  Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds) / 1e9 : 0
