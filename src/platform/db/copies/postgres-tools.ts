/** pg_dump and pg_restore: PostgreSQL's own programs, found on this machine. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isAbsent } from '../../lib/missing-files'
import { BackupRefused } from './manifest'
import type { PostgresOptions } from '../postgres'

type Tool = 'pg_dump' | 'pg_restore'

/** Where Debian and its relatives keep the versions that are not on the path. */
const debianFolder = '/usr/lib/postgresql'

/** The newest of that name which can speak to a server of this major version; undefined: none. */
export function findTool(tool: Tool, serverMajor: number): string | undefined {
  const found = [Bun.which(tool), ...versionFolders().map((folder) => join(folder, 'bin', tool))]
    .filter((path) => path !== null)
    .map((path) => ({ path, major: majorOf(path) }))
    .filter(({ major }) => major >= serverMajor)
    .toSorted((a, b) => b.major - a.major)
  return found[0]?.path
}

function versionFolders(): string[] {
  try {
    return readdirSync(debianFolder).map((name) => join(debianFolder, name))
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}

/** 0 for what cannot be run. */
function majorOf(path: string): number {
  try {
    const { stdout } = Bun.spawnSync([path, '--version'], { stderr: 'ignore' })
    return Number(/(\d+)(\.|\s|$|beta|rc)/.exec(stdout.toString())?.[1] ?? 0)
  } catch {
    // Not there, or not ours to run: then it is as if it were not found.
    return 0
  }
}

export const missingTool = (tool: Tool, serverMajor: number) =>
  new BackupRefused(
    `${tool} of version ${serverMajor} or newer was not found on this machine. Install PostgreSQL's ` +
      `client programs (Debian and Ubuntu: "apt-get install postgresql-client-${serverMajor}"), ` +
      `or back the database up where PostgreSQL runs.`,
  )

/** The password goes through the environment: arguments can be seen by every user of the machine. */
export async function runTool(path: string, args: string[], options: PostgresOptions) {
  const child = Bun.spawn([path, ...args], {
    env: environmentOf(options),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [said, complaint, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code === 0) return said
  throw new BackupRefused(`${path} failed: ${complaint.trim().slice(-2000)}`)
}

function environmentOf(options: PostgresOptions): Record<string, string> {
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
