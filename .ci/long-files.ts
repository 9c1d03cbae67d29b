/**
 * Chooses which of the longest test files the gate runs: those that a change since the last green
 * run of `npm run test:all` affects, and one of eight shares of the others. A few files take a third
 * of the time of all tests.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Code, findAffectedTests, readCode } from './affected-tests'
import { listChangedSinceGreen } from './choose-share'
import { root } from './steps'
import type { TestShare } from '../test/support/share'

/** A file is long if it takes more than this share of the time of all files. */
const longShare = 0.0025
/** These choose their own cases (test/support/share.ts), or concern the code as a whole. */
const alwaysRun = /^test\/(?:endurance\/|architecture)/

/** Durations of an earlier run, so that the slowest files start first. */
export const timingsPath: string = join(root, 'test', 'timings.json')

type Turn = Pick<TestShare, 'part' | 'parts'>

/** Milliseconds by file, of the last `npm run test:all`. */
type Timings = Readonly<Record<string, number>>

/** Returns all files if no green run is known. */
export async function chooseFiles(
  files: readonly string[],
  share: TestShare | undefined,
): Promise<string[]> {
  const changed = listChangedSinceGreen()
  if (!share || !changed) return [...files]
  return leaveOutLongFiles(files, share, {
    timings: readTimings(),
    changed,
    code: await readCode(),
  })
}

interface Known {
  timings: Timings
  changed: readonly string[]
  code: Code
}

export function leaveOutLongFiles(
  files: readonly string[],
  { part, parts }: Turn,
  { timings, changed, code }: Known,
): string[] {
  const affected = new Set(findAffectedTests(changed, code).tests)
  // The timings still name files that were renamed or deleted.
  const total = files.reduce((sum, file) => sum + (timings[file] ?? 0), 0)
  const isLong = (file: string) => !alwaysRun.test(file) && (timings[file] ?? 0) > longShare * total
  const hasTurn = (file: string) => Bun.hash.crc32(file) % parts === part
  return files.filter((file) => !isLong(file) || affected.has(file) || hasTurn(file))
}

function readTimings(): Timings {
  if (!existsSync(timingsPath)) return {}
  return (JSON.parse(readFileSync(timingsPath, 'utf8')) as { files: Timings }).files
}
