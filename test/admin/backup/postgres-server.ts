/**
 * A PostgreSQL server that this machine's pg_dump supports, because the server of the other tests
 * is often too new. Undefined if none is installed.
 */
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { PostgresOptions } from '../../../src/platform/db/postgres/postgres'
import { findFreePort } from '../../support/free-port'

const installed = '/usr/lib/postgresql'
const nobody = 65534

export function findPrograms(): string | undefined {
  if (!existsSync(installed)) return undefined
  const folders = readdirSync(installed).map((version) => join(installed, version, 'bin'))
  return folders.find((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(join(folder, name))),
  )
}

export interface Server {
  options(database: string): PostgresOptions
  run(database: string, sql: string): Promise<Record<string, unknown>[]>
  stop(): Promise<void>
}

export async function startServer(programs: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'pg-'))
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  chmodSync(folder, 0o711)
  const identity = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if (identity.uid) chownSync(data, nobody, nobody)
  const how = { ...identity, cwd: data, env: { LC_ALL: 'C', TZ: 'UTC' }, stdin: 'ignore' } as const
  const initdb = [join(programs, 'initdb'), '-D', data, '-U', 'quire', '-A', 'trust', '-E', 'UTF8']
  const made = Bun.spawnSync([...initdb, '--no-sync', '--locale=C'], how)
  if (made.exitCode !== 0) throw new Error(`initdb: ${made.stderr.toString()}`)
  const port = await findFreePort()
  const flags = [`-p${port}`, '-clisten_addresses=127.0.0.1', `-cunix_socket_directories=${data}`]
  const child = Bun.spawn([join(programs, 'postgres'), '-D', data, '-cfsync=off', ...flags], {
    ...how,
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const buildOptions = (database: string): PostgresOptions => ({
    host: '127.0.0.1',
    port,
    username: 'quire',
    password: '',
    database,
    sslMode: 'disable',
    maxConnections: 4,
  })
  const runQuery = async (database: string, sql: string) => {
    const { host, username } = buildOptions(database)
    const client = postgres({ host, port, username, database, max: 1, onnotice: () => undefined })
    try {
      return [...(await client.unsafe(sql))] as Record<string, unknown>[]
    } finally {
      await client.end({ timeout: 1 })
    }
  }
  const stop = async () => {
    child.kill('SIGINT')
    await child.exited
  }
  await waitUntilReady(() => runQuery('postgres', 'select 1'))
  return { options: buildOptions, run: runQuery, stop }
}

async function waitUntilReady(query: () => Promise<unknown>) {
  for (let tries = 0; ; tries++) {
    try {
      await query()
      return
    } catch (error) {
      if (tries > 600) throw error
      await Bun.sleep(50)
    }
  }
}
