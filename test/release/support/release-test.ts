/** Tests that say in their name why they were not run. */
import { existsSync } from 'node:fs'
import { test } from 'bun:test'
import { releaseFolder } from './release-files'

interface Needs {
  /** Programs of this machine. */
  programs?: readonly string[]
  /** Whether the test reads the files of a release. */
  release?: boolean
  /** Whether it mounts file systems. */
  root?: boolean
}

const limitMs = 600_000

export function releaseTest(name: string, needs: Needs, run: () => unknown): void {
  const reason = findReason(needs)
  if (reason === undefined) test(name, async () => void (await run()), limitMs)
  else test.skip(`${name} (not run: ${reason})`, () => undefined)
}

function findReason({ programs = [], release = false, root = false }: Needs): string | undefined {
  const missing = programs.filter((program) => Bun.which(program) === null)
  if (missing.length > 0) return `there is no ${missing.join(', ')}`
  if (release && !existsSync(releaseFolder)) return 'no release was made'
  if (root && process.getuid?.() !== 0) return 'only root can mount file systems'
  return undefined
}
