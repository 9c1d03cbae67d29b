/**
 * Selects the tests that `npm test` runs on PostgreSQL: those of the database code, and the files
 * in test/postgres-ring.json, which together send every part of a statement that any test sends.
 * `bun .ci/postgres-ring.ts --write` chooses the files again from the records of the last
 * `npm run test:all`.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { StatementRecord } from '../test/support/statement-records'
import { type Code, readCode } from './affected-tests'
import { findDatabaseTests } from './database-tests'
import { listStatementParts } from './statement-parts'
import { type Outcome, root } from './steps'

/** Recorded statements of the last `npm run test:all`. */
export const recordsFolder: string = join(root, '.cache', 'postgres-statements')
const ringPath = join(root, 'test', 'postgres-ring.json')
const timingsPath = join(root, 'test', 'timings.json')

const ofDatabase = /^test\/platform\/(db|jobs)\//
/** Random conditions and repeated requests, which every run of all tests sends anew. */
const random = /^test\/endurance\//
const dialectFile = 'src/platform/db/dialect.ts'

/** Lists tests of the database code, of jobs, and those that differ between the databases. */
function listFixedFiles(code: Code): string[] {
  const knowing = new Set(
    code.imports.filter(({ to }) => to === dialectFile).map(({ from }) => from),
  )
  return findDatabaseTests(code).filter(
    (file) => ofDatabase.test(file) || (knowing.has(file) && !random.test(file)),
  )
}

export async function listRingFiles(): Promise<string[]> {
  const { files } = JSON.parse(readFileSync(ringPath, 'utf8')) as { files: string[] }
  return [...new Set([...listFixedFiles(await readCode()), ...files])].toSorted()
}

export function emptyRecords(): void {
  rmSync(recordsFolder, { recursive: true, force: true })
  mkdirSync(recordsFolder, { recursive: true })
}

/** Fails if a part of a statement is sent only by tests that `npm test` does not run on PostgreSQL. */
export async function checkRing(): Promise<Outcome> {
  const records = readRecords()
  const unreached = findUnreached(records, await listRingFiles())
  if (records.length === 0) return { passed: 0, failed: 1, output: 'No statement was recorded' }
  if (unreached.length === 0) return { passed: 0, failed: 0 }
  const lines = unreached.slice(0, 20).map(({ part, file }) => `${file}: ${part}`)
  const advice = 'Choose the files again: bun .ci/postgres-ring.ts --write'
  const title = `${unreached.length} parts of statements are not sent by any test of the PostgreSQL ring.`
  return { passed: 0, failed: 1, output: [title, ...lines, advice].join('\n') }
}

interface SentParts {
  file: string
  /** Parts of all statements that the file sends. */
  parts: string[]
}

const known = new Map<string, string[]>()

/** Most statements are sent by many files. */
function listParts(statement: string): string[] {
  const parts = known.get(statement) ?? listStatementParts(statement)
  known.set(statement, parts)
  return parts
}

function readRecords(): SentParts[] {
  if (!existsSync(recordsFolder)) return []
  return readdirSync(recordsFolder)
    .flatMap((name) => readFileSync(join(recordsFolder, name), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as StatementRecord)
    .filter(({ file }) => !random.test(file))
    .map(({ file, shapes }) => ({ file, parts: [...new Set(shapes.flatMap(listParts))] }))
}

/** Lists the parts that no file of the ring sends, each with one file that does. */
export function findUnreached(records: readonly SentParts[], ring: readonly string[]) {
  const inRing = new Set(ring)
  const reached = new Set(
    records.filter(({ file }) => inRing.has(file)).flatMap(({ parts }) => parts),
  )
  const missing = new Map<string, string>()
  for (const { file, parts } of records)
    for (const part of parts) if (!reached.has(part)) missing.set(part, file)
  return [...missing].map(([part, file]) => ({ part, file }))
}

/**
 * Chooses files that together send every part. Takes the file that sends the most missing ones
 * for each second it needs, until none is missing.
 */
export function chooseFiles(
  records: readonly SentParts[],
  fixed: readonly string[],
  millisecondsOf: (file: string) => number,
): string[] {
  const missing = new Set(findUnreached(records, fixed).map(({ part }) => part))
  const chosen: string[] = []
  while (missing.size > 0) {
    let best = { file: '', worth: 0, parts: [] as string[] }
    for (const { file, parts } of records) {
      const found = parts.filter((part) => missing.has(part))
      const worth = found.length / (500 + millisecondsOf(file))
      if (worth > best.worth) best = { file, worth, parts: found }
    }
    chosen.push(best.file)
    for (const part of best.parts) missing.delete(part)
  }
  return chosen.toSorted()
}

async function writeRing() {
  const timings = existsSync(timingsPath)
    ? (JSON.parse(readFileSync(timingsPath, 'utf8')) as { files: Record<string, number> })
    : { files: {} }
  const fixed = listFixedFiles(await readCode())
  const files = chooseFiles(readRecords(), fixed, (file) => timings.files[file] ?? 0)
  await Bun.write(ringPath, `${JSON.stringify({ files }, undefined, 2)}\n`)
  process.stdout.write(`${fixed.length} files of the database code, ${files.length} others\n`)
}

if (import.meta.main && process.argv.includes('--write')) await writeRing()
