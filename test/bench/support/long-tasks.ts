/**
 * Preloaded into a server. Records main thread tasks with more than 10 ms of CPU time, and writes
 * their times to the file in `QUIRE_LONG_TASKS` five times a second. Worker processes are not
 * included.
 */
import { writeFileSync } from 'node:fs'

const longMs = 10
const path = process.env['QUIRE_LONG_TASKS']

if (path !== undefined && Bun.isMainThread && process.argv.includes('serve')) watch(path)

function watch(file: string) {
  const long: number[] = []
  let before = readThreadMs()
  setInterval(() => {
    const now = readThreadMs()
    if (now - before > longMs) long.push(now - before)
    before = now
  }, 1).unref()
  setInterval(() => writeFileSync(file, JSON.stringify(long)), 200).unref()
}

function readThreadMs() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
