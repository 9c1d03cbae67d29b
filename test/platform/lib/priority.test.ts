import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

const workers = resolve(import.meta.dir, '../../../src/workers.ts')
const script = `
  import { getPriority } from 'node:os'
  import { lowerPriority } from ${JSON.stringify(workers)}
  lowerPriority()
  console.log(getPriority())
`

/** Returns the niceness of a process that was started with one and lowered its priority. */
function lower(niceness: number): number {
  const command = ['nice', '-n', String(niceness), process.execPath, '-e', script]
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { env: process.env })
  expect([exitCode, stderr.toString()]).toEqual([0, ''])
  return Number(stdout.toString())
}

test.skipIf(process.platform !== 'linux')('a priority that is lower already is kept', () => {
  const own = Number(Bun.spawnSync(['nice'], { env: process.env }).stdout.toString())
  expect(lower(0)).toBe(Math.max(own, 10))
  expect(lower(19)).toBe(19)
})
