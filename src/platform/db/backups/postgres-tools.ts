/** Finds and runs pg_dump and pg_restore. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isAbsent } from '../../lib/optional-files'
import { BackupRefused } from './manifest'
import type { PostgresOptions } from '../postgres/postgres'

type Tool = 'pg_dump' | 'pg_restore'

/** Folder in which Debian installs the tools of each PostgreSQL version. It is not on the PATH. */
const debianFolder = '/usr/lib/postgresql'

/** Returns the newest tool that supports this server version, or undefined. */
export function findTool(tool: Tool, serverMajor: number): string | undefined {
  const newest = findNewestTool(tool)
  return newest && newest.major >= serverMajor ? newest.path : undefined
}

/** Returns undefined if there is no working tool. */
export function findNewestTool(tool: Tool): { path: string; major: number } | undefined {
  return [Bun.which(tool), ...listVersionFolders().map((folder) => join(folder, 'bin', tool))]
    .filter((path) => path !== null)
    .map((path) => ({ path, major: readToolMajor(path) }))
    .filter(({ major }) => major > 0)
    .toSorted((a, b) => b.major - a.major)[0]
}

function listVersionFolders(): string[] {
  try {
    return readdirSync(debianFolder).map((name) => join(debianFolder, name))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

function readToolMajor(path: string): number {
  try {
    const { stdout } = Bun.spawnSync([path, '--version'], {
      env: process.env,
      stderr: 'ignore',
    })
    return Number(/(\d+)(\.|\s|$|beta|rc)/.exec(stdout.toString())?.[1] ?? 0)
  } catch {
    // A tool that this user cannot execute counts as not found.
    return 0
  }
}

export const createMissingToolError = (tool: Tool, serverMajor: number) =>
  new BackupRefused(
    `${tool} of version ${serverMajor} or newer was not found on this machine. Install PostgreSQL's ` +
      `client programs (Debian and Ubuntu: "apt-get install postgresql-client-${serverMajor}"), ` +
      `or run the backup on the PostgreSQL server.`,
  )

/** Runs a tool. The password is in the environment, because other users can see arguments. */
export async function runTool(path: string, args: string[], options: PostgresOptions) {
  const child = Bun.spawn([path, ...args], {
    env: buildEnvironment(options),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [output, errorOutput, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code === 0) return output
  throw new BackupRefused(`${path} failed: ${errorOutput.trim().slice(-2000)}`)
}

function buildEnvironment(options: PostgresOptions): Record<string, string> {
  const { PATH = '', HOME = '', PGSSLROOTCERT } = process.env
  const isVerifying = options.sslMode === 'verify-full' || options.sslMode === 'verify-ca'
  const rootCert = PGSSLROOTCERT ?? (isVerifying ? 'system' : undefined)
  return {
    PATH,
    HOME,
    LC_ALL: 'C',
    PGHOST: options.host,
    PGPORT: String(options.port),
    PGUSER: options.username,
    PGPASSWORD: options.password,
    PGSSLMODE: options.sslMode ?? 'disable',
    PGAPPNAME: 'quire backup',
    PGCONNECT_TIMEOUT: '10',
    ...(rootCert && { PGSSLROOTCERT: rootCert }),
  }
}
