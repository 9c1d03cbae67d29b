/** Runs before every test file: one time zone, and a temporary folder of its own that goes away. */
import { afterAll } from 'bun:test'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeTestDatabases } from './database'

process.env.TZ = 'UTC'

const scratch = mkdtempSync(join(tmpdir(), 'quire-test-'))
// PostgreSQL's server runs as another user and must get through.
chmodSync(scratch, 0o711)
process.env['TMPDIR'] = scratch

/** Thousands of small files, on a machine that may be busy. */
const cleaningMs = 60_000

/** `bun test --parallel`: this process runs many files, and `afterAll` runs after each of them. */
const isWorker = process.env['BUN_TEST_WORKER_ID'] !== undefined

afterAll(async () => {
  await closeTestDatabases()
  // A worker has no hook at its end; .ci/tests.ts removes the folder around all of them.
  if (!isWorker) rmSync(scratch, { recursive: true, force: true })
}, cleaningMs)
