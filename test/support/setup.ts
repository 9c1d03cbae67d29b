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

afterAll(async () => {
  await closeTestDatabases()
  rmSync(scratch, { recursive: true, force: true })
}, cleaningMs)
