/** What a child process uses, as Linux reports it. */
import { readFileSync, writeFileSync } from 'node:fs'

/** Linux gives times in ticks of this length on every architecture that Bun runs on. */
const tickMs = 10

interface ProcessUsage {
  residentBytes: number
  /** Processor time of all threads since the start, in milliseconds. */
  cpuMs: number
}

/** Undefined on other systems, and after the process ended. */
export function readProcessUsage(pid: number): ProcessUsage | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses can contain spaces. The times are the 12th and 13th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, kernel] = [Number(fields[11]), Number(fields[12])]
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
    return { residentBytes: kilobytes * 1024, cpuMs: (user + kernel) * tickMs }
  } catch {
    return undefined
  }
}

/** When memory runs out, Linux ends this process before any other. */
export function raiseOutOfMemoryScore() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems have no such file, and some containers forbid writing it.
  }
}
