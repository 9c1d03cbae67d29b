/**
 * Shared code of the fuzz runs. A child process does the work, so that endless loops and crashes
 * are detected. A failing case is named by its number, and its input is kept.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Limit of CPU time, which does not depend on other load. */
const slowMs = 2000
const hangMs = 60_000
const maxMemoryBytes = 1200 << 20
const maxFailures = 20

export interface Case {
  name: string
  input: Uint8Array
  /** Only expected error classes may be thrown. */
  run(path: string): unknown
}

/** Case number `i`, reproducible from the seed. */
export type MakeCase = (i: number, throwDice: Dice) => Case

/** Runs `script [cases] [seed]`. The child also receives the number of its first case. */
export async function fuzz(script: string, makeCases: () => Promise<MakeCase>) {
  const [cases = '2000', seed = '1', from] = process.argv.slice(2)
  if (from === undefined) await watch(script, Number(cases), seed)
  else await runCases(await makeCases(), { first: Number(from), count: +cases, seed: +seed })
}

/** Runs the child, and restarts it after a case that ended it. */
async function watch(script: string, count: number, seedText: string) {
  let failures = 0
  for (let at = 0; at < count && failures < maxFailures;) {
    const child = Bun.spawn([process.execPath, script, String(count), seedText, String(at)], {
      stdio: ['ignore', 'inherit', 'inherit'],
      serialization: 'advanced',
      ipc: onMessage,
    })
    let alive = Date.now()
    function onMessage(next: number) {
      at = next
      alive = Date.now()
    }
    const timer = setInterval(() => {
      if (Date.now() - alive > hangMs) child.kill('SIGKILL')
    }, 1000)
    const exitCode = await child.exited
    clearInterval(timer)
    if (exitCode === 0) break
    failures++
    process.stdout.write(`case ${at}: ended the child (${exitCode ?? child.signalCode})\n`)
    at++
  }
  process.stdout.write(`${count} cases, ${failures} failures\n`)
  process.exitCode = failures > 0 ? 1 : 0
}

async function runCases(
  make: MakeCase,
  { first, count, seed }: { first: number; count: number; seed: number },
) {
  const path = join(mkdtempSync(join(tmpdir(), 'fuzz-')), 'book.cbz')
  let slowest = 0
  for (let i = first; i < count; i++) {
    process.send!(i)
    const { name, input, run } = make(i, dice(seed * 1_000_003 + i))
    writeFileSync(path, input)
    const before = process.cpuUsage()
    try {
      await run(path)
    } catch (error) {
      fail(`case ${i} (${name}): ${String((error as Error).stack ?? error)}`, path)
    }
    const { user, system } = process.cpuUsage(before)
    const took = (user + system) / 1000
    slowest = Math.max(slowest, took)
    if (took > slowMs) fail(`case ${i} (${name}): took ${took.toFixed(0)} ms`, path)
    const memory = process.memoryUsage.rss()
    if (memory > maxMemoryBytes) fail(`case ${i} (${name}): grew to ${memory >> 20} MiB`, path)
  }
  const memory = process.memoryUsage.rss() >> 20
  process.stdout.write(`slowest ${slowest.toFixed(0)} ms, ${memory} MiB at the end\n`)
  process.exit(0)
}

function fail(why: string, path: string): never {
  process.stdout.write(`${why}; the file is ${path}\n`)
  process.exit(1)
}

export type Dice = (sides: number) => number

function dice(start: number): Dice {
  let state = start >>> 0
  return (sides) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

const edges = [0, 1, 0x7f, 0x80, 0xff]

export function mutate(sample: Buffer, throwDice: Dice): Buffer {
  const bytes = Buffer.from(sample)
  if (bytes.length === 0) return bytes
  for (let i = throwDice(6); i >= 0; i--) {
    // Parsers depend on the start and the end of a file.
    const near = throwDice(3) === 0 ? bytes.length : Math.min(bytes.length, 200)
    const at = throwDice(4) === 0 ? bytes.length - 1 - throwDice(near) : throwDice(near)
    const kind = throwDice(4)
    if (kind === 0) bytes[at] = edges[throwDice(edges.length)]!
    else if (kind === 1) bytes[at] = throwDice(256)
    else if (kind === 2) bytes[at] = (bytes[at] ?? 0) ^ (1 << throwDice(8))
    else bytes.fill(0xff, at, Math.min(bytes.length, at + 1 + throwDice(8)))
  }
  return throwDice(5) === 0 ? bytes.subarray(0, throwDice(bytes.length)) : bytes
}
