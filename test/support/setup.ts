/**
 * Runs before every test file: sets the time zone and a temporary folder that is removed
 * afterwards, and makes passwords cheap to hash.
 */
import { afterAll, afterEach, beforeEach } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeTestDatabases } from './database'
import { matchWholeValues } from './match-whole-values'
import { beginTestRecord, endTestRecord, writeStatementRecords } from './statement-records'

process.env.TZ = 'UTC'
matchWholeValues()

const scratch = mkdtempSync(join(tmpdir(), 'quire-test-'))
// The PostgreSQL server may run as another user, who must be able to enter the folder.
chmodSync(scratch, 0o711)
process.env['TMPDIR'] = scratch

/**
 * Lowers the cost of password hashes, because tests create hundreds that protect nothing. Hashes
 * contain their cost, so verification is also faster.
 */
const { hash } = Bun.password
Bun.password.hash = (password, options) =>
  hash(
    password,
    typeof options === 'object' && options.algorithm === 'argon2id'
      ? { ...options, memoryCost: 8, timeCost: 1 }
      : options,
  )

/** Enough to delete thousands of small files on a busy machine. */
const cleanupTimeoutMs = 60_000

/**
 * With `bun test --parallel`, this process runs many files, and `afterAll` runs after each file.
 */
const isWorker = process.env['BUN_TEST_WORKER_ID'] !== undefined

beforeEach(beginTestRecord)
afterEach(endTestRecord)

afterAll(async () => {
  await closeTestDatabases()
  writeStatementRecords()
  // A worker has no exit hook. .ci/tests.ts deletes the parent folder of all these folders.
  if (!isWorker) rmSync(scratch, { recursive: true, force: true })
}, cleanupTimeoutMs)
