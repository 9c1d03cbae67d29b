import { availableParallelism, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Config, OptionKey } from './model'
import type { Problem } from './config-error'

const minSecretLength = 32
const minPasswordLength = 8
const maxAutomaticWorkers = 4

export type Settings = Map<OptionKey, unknown>

export interface Machine {
  processors: number
  /** Memory of the machine, or of the container if that is less. */
  memoryBytes: number
}

/** With less memory, one book is read and one thumbnail is created at a time by default. */
const smallMachineBytes = 1024 ** 3

const describeMachine = (): Machine => ({
  processors: availableParallelism(),
  // `constrainedMemory` returns 0 if there is no limit.
  memoryBytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
})

/** Fills in defaults that depend on other settings or on the machine. */
export function applyComputedDefaults(settings: Settings, machine = describeMachine()): void {
  if (settings.get('database.sqlite.path') === '') {
    settings.set('database.sqlite.path', join(String(settings.get('data_dir')), 'quire.db'))
  }
  const processors = Math.min(machine.processors, maxAutomaticWorkers)
  const heavy = machine.memoryBytes < smallMachineBytes ? 1 : processors
  const automatic = {
    'scan.workers': heavy,
    'jobs.workers': processors,
    // The same number as for scans: decoders run at low priority, so requests take precedence.
    'thumbnails.workers': heavy,
  } as const
  for (const key of Object.keys(automatic) as (keyof typeof automatic)[]) {
    if (settings.get(key) === 0) settings.set(key, automatic[key])
  }
}

/**
 * Finds job settings that require PostgreSQL, because with SQLite, only the server's own worker
 * runs jobs.
 */
function findJobProblems(
  { database, jobs }: Config,
  getSource: (key: OptionKey) => string,
): Problem[] {
  if (database.type !== 'sqlite') return []
  const worker = {
    source: getSource('jobs.worker'),
    message:
      'jobs.worker can be false only with PostgreSQL: with SQLite nothing else runs the jobs',
  }
  const kinds = {
    source: getSource('jobs.kinds'),
    message:
      'jobs.kinds can be set only with PostgreSQL: with SQLite nothing else runs the other kinds',
  }
  return [...(jobs.worker ? [] : [worker]), ...(jobs.kinds.length === 0 ? [] : [kinds])]
}

function findReplicaProblems(
  { database: { type, postgres } }: Config,
  getSource: (key: OptionKey) => string,
): Problem[] {
  if (type === 'sqlite') return []
  if (postgres.read_port === 0 || postgres.read_host !== undefined) return []
  const source = getSource('database.postgres.read_port')
  return [{ source, message: 'database.postgres.read_host must be set as well' }]
}

function findStorageProblems(
  { storage }: Config,
  getSource: (key: OptionKey) => string,
): Problem[] {
  if (storage.type !== 's3') return []
  const needed = {
    'storage.s3.bucket': storage.s3.bucket,
    'storage.s3.access_key_id': storage.s3.access_key_id,
    'storage.s3.secret_access_key': storage.s3.secret_access_key,
  }
  return Object.entries(needed)
    .filter(([, value]) => value === undefined)
    .map(([key]) => ({
      source: getSource('storage.type'),
      message: `${key} must be set when storage.type is s3`,
    }))
}

/**
 * Finds settings that are valid on their own but contradict each other or require other settings
 * that are missing. Also warns about unsafe settings.
 */
export function findContradictions(
  config: Config,
  getSource: (key: OptionKey) => string,
): { problems: Problem[]; warnings: Problem[] } {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  if (config.database.type === 'postgres' && config.auth.jwt_secret === undefined) {
    problems.push({
      source: getSource('database.type'),
      message:
        'auth.jwt_secret must be set when database.type is postgres: all processes must share it; create one with: openssl rand -base64 32',
    })
  }
  problems.push(
    ...findJobProblems(config, getSource),
    ...findReplicaProblems(config, getSource),
    ...findStorageProblems(config, getSource),
  )
  if (!config.auth.password_login && !hasOtherWay(config)) {
    warnings.push({
      source: getSource('auth.password_login'),
      message:
        'auth.password_login is false, and neither auth.oidc.providers nor auth.trusted_header is set: people can only sign in with a passkey or a link from "quire user login-link"',
    })
  }
  for (const { name, issuer } of config.auth.oidc.providers) {
    if (config.auth.oidc.allow_http || isProtected(issuer)) continue
    problems.push({
      source: getSource('auth.oidc.providers'),
      message: `the issuer of the provider "${name}" is an http:// address on another computer, so that anyone in between could sign in as anybody: use https://, or set auth.oidc.allow_http`,
    })
  }
  problems.push(...checkFirstAdministrator(config, getSource), ...checkMail(config, getSource))
  const secret = config.auth.jwt_secret
  if (secret !== undefined && secret.length < minSecretLength) {
    warnings.push({
      source: getSource('auth.jwt_secret'),
      message: `auth.jwt_secret is shorter than ${minSecretLength} characters and can be guessed; create one with: openssl rand -base64 32`,
    })
  }
  return { problems, warnings }
}

/** Returns whether requests to the address are encrypted or stay on this computer. */
function isProtected(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

const hasOtherWay = ({ auth }: Config) =>
  auth.oidc.providers.length > 0 || auth.trusted_header !== undefined

function checkFirstAdministrator(config: Config, getSource: (key: OptionKey) => string): Problem[] {
  const { admin_username: username, admin_email: email, admin_password: password } = config.setup
  const parts = [
    ['setup.admin_username', username],
    ['setup.admin_email', email],
    ['setup.admin_password', password],
  ] as const
  const first = parts.find(([, value]) => value !== undefined)
  const absent = parts.filter(([, value]) => value === undefined)
  if (first === undefined) return []
  const problems = absent.map(([key]) => ({
    source: getSource(first[0]),
    message: `${key} must be set as well: the first administrator needs a username, an email address and a password`,
  }))
  if (password !== undefined && password.length < minPasswordLength) {
    problems.push({
      source: getSource('setup.admin_password'),
      message: `setup.admin_password must have at least ${minPasswordLength} characters`,
    })
  }
  return problems
}

function checkMail({ notifications }: Config, getSource: (key: OptionKey) => string): Problem[] {
  const { host, user, password, from } = notifications.smtp
  if (host === undefined) return []
  const source = getSource('notifications.smtp.host')
  const problems: Problem[] = []
  if (from === undefined) {
    problems.push({ source, message: 'notifications.smtp.from must be set as well' })
  }
  if ((user === undefined) !== (password === undefined)) {
    const message = 'notifications.smtp.user and notifications.smtp.password must be set together'
    problems.push({ source, message })
  }
  return problems
}
