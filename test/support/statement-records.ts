/**
 * Records the shapes of the statements that each test file sends to PostgreSQL, in the folder
 * QUIRE_TEST_STATEMENTS. `npm run test:all` compares them with those of the files that `npm test`
 * runs on PostgreSQL.
 */
import { appendFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export interface StatementRecord {
  /** Path of the test file, relative to the project. */
  file: string
  shapes: string[]
}

const folder = process.env['QUIRE_TEST_STATEMENTS']
const root = resolve(import.meta.dir, '../..')
const seen = new Set<string>()

/** Undefined if nothing is recorded. */
export const recordStatement = folder ? (text: string): void => void seen.add(text) : undefined

/** Must be called at the end of each test file. */
export function writeStatementRecords(): void {
  if (!folder || seen.size === 0) return
  const shapes = [...new Set([...seen].map(normalizeStatement))]
  const record: StatementRecord = { file: relative(root, Bun.main), shapes }
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(record)}\n`)
  seen.clear()
}

/**
 * Removes what differs between statements of the same shape: parameters, numbers, texts, the
 * lengths of lists and of values, and names that contain random parts.
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
    .trim()
}
