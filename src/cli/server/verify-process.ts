/**
 * Verifies before a process serves or runs jobs that it has the data folder and the secrets of the
 * other processes of its installation. Otherwise each would reject the sign-ins of the others, and
 * store what they cannot read.
 */
import { identifyJwtSecret, jwtSecretIdKey } from '../../accounts/sessions/tokens/jwt-secret'
import type { Config } from '../../platform/config/model'
import { ConfigError } from '../../platform/config/config-error'
import { verifyDataFolder } from '../../platform/db/folder/verify-data-folder'
import {
  claimInstallation,
  readInstallation,
  replaceInstallation,
} from '../../platform/db/installation'
import type { Store } from '../../platform/db/store'
import type { Log } from '../../platform/log/log'
import { renderMessage } from '../../platform/messages/message'
import { claimKeyId, readKeyId } from '../../platform/secrets/encryption-key'
import { findKeyProblem } from '../../platform/secrets/find-key-problem'
import { serverLogMessages } from '../messages'

interface Options {
  log: Pick<Log, 'warn'>
  /** True for servers and workers, which run beside others on PostgreSQL. */
  joinsOthers: boolean
}

interface Others {
  log: Pick<Log, 'warn'>
  hasOthers: () => Promise<boolean>
}

/** Throws `ConfigError` with the name of the setting that is different. */
export async function verifyProcess(
  store: Store,
  config: Config,
  { log, joinsOthers }: Options,
): Promise<void> {
  const isShared = config.database.type === 'postgres'
  const hasOthers = async () => isShared && (await hasOtherProcesses(store))
  await verifyDataFolder(store, config.data_dir, { log, joinsOthers, hasOthers })
  if (isShared && joinsOthers) await verifyJwtSecret(store, config, { log, hasOthers })
  if (joinsOthers) await verifyEncryptionKey(store, config, { log, isShared })
}

/** Loaded on demand, because most installations use SQLite. */
async function hasOtherProcesses({ db }: Store): Promise<boolean> {
  const { countOtherProcesses } = await import('../../platform/db/postgres/other-processes')
  return (await countOtherProcesses(db)) > 0
}

/** A different secret is accepted only while no other process uses the previous one. */
async function verifyJwtSecret(store: Store, { auth }: Config, { log, hasOthers }: Others) {
  const own = identifyJwtSecret(auth.jwt_secret!)
  const known =
    (await readInstallation(store.db, jwtSecretIdKey)) ??
    (await claimInstallation(store, jwtSecretIdKey, own))
  if (known === own) return
  const canReplace =
    !(await hasOthers()) &&
    (await replaceInstallation(store, jwtSecretIdKey, { from: known, to: own }))
  if (canReplace) {
    log.warn(serverLogMessages.jwt_secret_replaced())
    return
  }
  const message =
    'differs from the secret of the other Quire processes that use this database. Set the same secret for all of them. To replace it, stop all processes first.'
  throw new ConfigError([{ source: 'auth.jwt_secret', message }])
}

/**
 * A key in the settings must be the right one. Without the right file, the server starts with a
 * warning, because only credentials of other services are affected.
 */
async function verifyEncryptionKey(
  store: Store,
  config: Config,
  { log, isShared }: { log: Pick<Log, 'warn'>; isShared: boolean },
) {
  const known =
    (await readKeyId(store.db)) ?? (isShared ? await claimKeyId(store, config) : undefined)
  const problem = await findKeyProblem(config, known)
  if (!problem) return
  const text = renderMessage(problem.message)
  if (problem.isConfigured) throw new ConfigError([{ source: 'encryption_key', message: text }])
  log.warn(serverLogMessages.key_unusable({ problem: text }))
}
