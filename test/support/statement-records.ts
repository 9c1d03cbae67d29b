/**
 * Records the shapes of the statements that each test sends to PostgreSQL, in the folder
 * QUIRE_TEST_STATEMENTS. `npm run test:all` compares them with those of the tests that `npm test`
 * runs on PostgreSQL.
 */
import { appendFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export interface StatementRecord {
  /** Path of the test file, relative to the project. */
  file: string
  /** Sent before the first test, by hooks that run for every choice of tests. */
  before: string[]
  /** Of the tests that ran, in the order of the report. */
  tests: TestRecord[]
  /** Sent between two tests and after the last: which of them caused it is unknown. */
  between: string[]
}

interface TestRecord {
  milliseconds: number
  shapes: string[]
}

const folder = process.env['QUIRE_TEST_STATEMENTS']
const root = resolve(import.meta.dir, '../..')

let before = new Set<string>()
let between = new Set<string>()
let tests: { started: number; milliseconds: number; seen: Set<string> }[] = []
let seen = before

/** Undefined if nothing is recorded. */
export const recordStatement = folder ? (text: string): void => void seen.add(text) : undefined

/** Must be called at the start of each test. */
export function beginTestRecord(): void {
  if (!folder) return
  seen = new Set()
  tests.push({ started: performance.now(), milliseconds: 0, seen })
}

/** Must be called at the end of each test. */
export function endTestRecord(): void {
  const last = tests.at(-1)
  if (last) last.milliseconds = Math.round(performance.now() - last.started)
  seen = between
}

/** Must be called at the end of each test file. */
export function writeStatementRecords(): void {
  if (!folder) return
  const record: StatementRecord = {
    file: relative(root, Bun.main),
    before: listShapes(before),
    tests: tests.map((one) => ({ milliseconds: one.milliseconds, shapes: listShapes(one.seen) })),
    between: listShapes(between),
  }
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(record)}\n`)
  before = new Set()
  between = new Set()
  tests = []
  seen = before
}

const listShapes = (texts: ReadonlySet<string>) => [
  ...new Set([...texts].map((text) => normalizeStatement(text))),
]

/**
 * Removes what differs between statements of the same shape: parameters, numbers, texts, the
 * lengths of lists, of values and of cases, and names that contain random parts.
 */
export function normalizeStatement(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\b\d+(\.\d+)?\b/g, '?')
    .replaceAll(/(template|draft|db|sp)_\w+/gi, '$1')
    .replaceAll(/\b(listen|unlisten|savepoint|release|rollback to) \S+/gi, '$1')
    .replaceAll(/(\?(::\w+(\[\])?)?)(, \?(::\w+(\[\])?)?)+/g, '$1')
    .replaceAll(/(\([^()]*\))(, ?\1)+/g, '$1')
    .replaceAll(/( when (?:(?! when ).)*)\1+/g, '$1')
    .trim()
}
