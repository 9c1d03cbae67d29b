/**
 * Runs before every test file: sets the time zone and a temporary folder that is removed
 * afterwards, and makes passwords cheap to hash.
 */
import { afterAll } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeTestDatabases } from './database'

process.env.TZ = 'UTC'

const scratch = mkdtempSync(join(tmpdir(), 'quire-test-'))
// PostgreSQL's server runs as another user and must be able to enter.
chmodSync(scratch, 0o711)
process.env['TMPDIR'] = scratch

/**
 * A hash that is to be kept takes as long as a request. Tests make hundreds that protect nothing;
 * they are verified with the cost that is part of them.
 */
const { hash } = Bun.password
Bun.password.hash = (password, options) =>
  hash(
    password,
    typeof options === 'object' && options.algorithm === 'argon2id'
      ? { ...options, memoryCost: 8, timeCost: 1 }
      : options,
  )

/** Enough for thousands of small files on a busy machine. */
const cleanupTimeoutMs = 60_000

/**
 * With `bun test --parallel` this process runs many files, and `afterAll` runs after each of them.
 */
const isWorker = process.env['BUN_TEST_WORKER_ID'] !== undefined

afterAll(async () => {
  await closeTestDatabases()
  // A worker has no hook at its end; .ci/tests.ts removes the folder that contains them all.
  if (!isWorker) rmSync(scratch, { recursive: true, force: true })
}, cleanupTimeoutMs)
