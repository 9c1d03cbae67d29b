import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Config, OptionKey } from './model'
import type { Problem } from './problem'

const shortestSecretLength = 32
const shortestPasswordLength = 8
const mostAutomaticWorkers = 4

export type Settings = Map<OptionKey, unknown>

/** Fills in the defaults that depend on other settings or on the machine. */
export function settle(settings: Settings): void {
  if (settings.get('database.sqlite.path') === '') {
    settings.set('database.sqlite.path', join(String(settings.get('data_dir')), 'quire.db'))
  }
  const processors = Math.min(availableParallelism(), mostAutomaticWorkers)
  const automatic = {
    'scan.workers': processors,
    'jobs.workers': processors,
    // Decoders run at low priority: requests get the processor first.
    'thumbnails.workers': processors,
  } as const
  for (const key of Object.keys(automatic) as (keyof typeof automatic)[]) {
    if (settings.get(key) === 0) settings.set(key, automatic[key])
  }
}

/** What no setting is wrong in alone, but several are together. */
export function findContradictions(
  config: Config,
  sourceOf: (key: OptionKey) => string,
): { problems: Problem[]; warnings: Problem[] } {
  const problems: Problem[] = []
  const warnings: Problem[] = []
  if (config.database.type === 'postgres' && config.auth.jwt_secret === undefined) {
    problems.push({
      source: sourceOf('database.type'),
      message:
        'auth.jwt_secret must be set when database.type is postgres, because all processes must sign with the same one; make one with: openssl rand -base64 32',
    })
  }
  problems.push(...firstAdministrator(config, sourceOf))
  const secret = config.auth.jwt_secret
  if (secret !== undefined && secret.length < shortestSecretLength) {
    warnings.push({
      source: sourceOf('auth.jwt_secret'),
      message: `auth.jwt_secret is shorter than ${shortestSecretLength} characters and may be guessed; make one with: openssl rand -base64 32`,
    })
  }
  return { problems, warnings }
}

function firstAdministrator(config: Config, sourceOf: (key: OptionKey) => string): Problem[] {
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
    source: sourceOf(first[0]),
    message: `${key} must be set too: the first administrator needs a name, an e-mail address and a password`,
  }))
  if (password !== undefined && password.length < shortestPasswordLength) {
    problems.push({
      source: sourceOf('setup.admin_password'),
      message: `setup.admin_password must have at least ${shortestPasswordLength} characters`,
    })
  }
  return problems
}
