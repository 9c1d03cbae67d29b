/**
 * Reads the memory and CPU time of a process, and makes Linux kill this process first when memory
 * runs out.
 */
import { readFileSync, writeFileSync } from 'node:fs'

/** Linux reports times in ticks of this length on every architecture that Bun supports. */
const tickMs = 10

interface ProcessUsage {
  residentBytes: number
  /** CPU time of all threads since the process started, in milliseconds. */
  cpuMs: number
}

/** Returns undefined on systems other than Linux, and after the process has exited. */
export function readProcessUsage(pid: number): ProcessUsage | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program, which is in parentheses, can contain spaces. The times are the 12th
    // and 13th fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [user, kernel] = [Number(fields[11]), Number(fields[12])]
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0)
    return { residentBytes: kilobytes * 1024, cpuMs: (user + kernel) * tickMs }
  } catch {
    return undefined
  }
}

/** Makes Linux kill this process first when memory runs out. */
export function raiseOutOfMemoryScore() {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems do not have this file, and some containers do not allow writing to it.
  }
}
