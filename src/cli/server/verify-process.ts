/**
 * Before a process serves requests or runs jobs, verifies that it uses the same data folder,
 * storage and secrets as the other processes of the installation. With different secrets, processes
 * would reject each other's sessions and store credentials that the others cannot decrypt.
 */
import { identifyJwtSecret, jwtSecretIdKey } from '../../accounts/sessions/tokens/jwt-secret'
import { ConfigError } from '../../platform/config/config-error'
import type { Config } from '../../platform/config/model'
import { verifyDataFolder } from '../../platform/db/folder/verify-data-folder'
import {
  claimInstallation,
  readInstallation,
  replaceInstallation,
} from '../../platform/db/installation'
import { getPostgresOptions } from '../../platform/db/open'
import type { Db, Store } from '../../platform/db/store'
import type { Log } from '../../platform/log/log'
import { renderMessage } from '../../platform/messages/message'
import { verifyBucket } from '../../platform/storage/verify-bucket'
import { deriveKey, readKeyId } from '../../platform/secrets/encryption-key'
import { findKeyProblem } from '../../platform/secrets/find-key-problem'
import { serverLogMessages } from '../messages'

interface Options {
  log: Pick<Log, 'warn'>
  /** True for servers and workers, which run next to others on PostgreSQL. */
  joinsOthers: boolean
}

/** A setting that all processes of an installation share. */
interface SharedSetting {
  name: 'auth.jwt_secret' | 'encryption_key' | 'storage.type'
  /** Database key under which the installation stores the shared value. */
  key: string
  value: string
}

type OtherProcesses = typeof import('../../platform/db/postgres/other-processes')

/** Database key for the ID of the configured encryption key, until a key is used. */
const configuredKeyIdKey = 'configured_key_id'
const storageTypeKey = 'storage_type'
/** Stored under `configuredKeyIdKey` if the settings contain no encryption key. */
const keyInFile = 'file'

/**
 * How long a process waits for other processes that are stopping, such as those from before a
 * restart.
 */
const stopWaitMs = 5_000
const pollMs = 100

/** On SQLite, the lock on the data folder excludes other processes. */
const hasNone = () => Promise.resolve(false)

/** Throws `ConfigError` with the name of the setting that is different. */
export async function verifyProcess(
  store: Store,
  config: Config,
  { log, joinsOthers }: Options,
): Promise<void> {
  await verifyInstallation(store, config, { log, joinsOthers })
  if (joinsOthers && hasBucket(config)) await verifyBucket(store, config, log)
}

async function verifyInstallation(store: Store, config: Config, { log, joinsOthers }: Options) {
  const folder = { log, joinsOthers, hasBucket: hasBucket(config) }
  if (config.database.type !== 'postgres') {
    await verifyDataFolder(store, config.data_dir, { ...folder, hasOthers: hasNone })
    if (joinsOthers) await verifyEncryptionKey(config, await readKeyId(store.db), log)
    return
  }
  // Loaded on demand, because most installations use SQLite.
  const others = await import('../../platform/db/postgres/other-processes')
  if (joinsOthers) {
    await others.verifyInTurn(getPostgresOptions(config), () =>
      verifyBesideOthers(store, config, { log, others }),
    )
    return
  }
  const hasOthers = async () => (await others.countOtherProcesses(store.db)) > 0
  await verifyDataFolder(store, config.data_dir, { ...folder, hasOthers })
}

const hasBucket = ({ storage }: Config) => storage.type === 's3'

async function verifyBesideOthers(
  store: Store,
  config: Config,
  { log, others }: Pick<Options, 'log'> & { others: OtherProcesses },
) {
  const waitForOthers = (count: (db: Db) => Promise<number>) => () =>
    waitUntilAlone(() => count(store.db), log)
  await verifyDataFolder(store, config.data_dir, {
    log,
    joinsOthers: true,
    hasBucket: hasBucket(config),
    hasKey: config.encryption_key !== undefined,
    // Processes that have not been verified yet count as well, because they may have the right
    // folder.
    hasOthers: waitForOthers(others.countOtherProcesses),
  })
  const hasOthers = waitForOthers(others.countVerifiedProcesses)
  const secret: SharedSetting = {
    name: 'auth.jwt_secret',
    key: jwtSecretIdKey,
    value: identifyJwtSecret(config.auth.jwt_secret!),
  }
  if (await requireShared(store, secret, hasOthers)) {
    log.warn(serverLogMessages.jwt_secret_replaced())
  }
  const storage = { name: 'storage.type', key: storageTypeKey, value: config.storage.type } as const
  await requireShared(store, storage, hasOthers)
  const known = await readKeyId(store.db)
  if (known !== undefined) return verifyEncryptionKey(config, known, log)
  const { encryption_key: configured } = config
  const value = configured === undefined ? keyInFile : (await deriveKey(configured)).id
  await requireShared(store, { name: 'encryption_key', key: configuredKeyIdKey, value }, hasOthers)
}

/** Returns whether other processes are still running after they had time to stop. */
async function waitUntilAlone(count: () => Promise<number>, log: Options['log']) {
  const until = performance.now() + stopWaitMs
  let isFirst = true
  while ((await count()) > 0) {
    if (performance.now() >= until) return true
    if (isFirst) log.warn(serverLogMessages.waiting_for_others({ seconds: stopWaitMs / 1000 }))
    isFirst = false
    await Bun.sleep(pollMs)
  }
  return false
}

/**
 * Accepts a different value only while no other process uses the previous one. Returns whether the
 * value was replaced.
 */
async function requireShared(
  store: Store,
  { name, key, value }: SharedSetting,
  hasOthers: () => Promise<boolean>,
): Promise<boolean> {
  const known =
    (await readInstallation(store.db, key)) ?? (await claimInstallation(store, key, value))
  if (known === value) return false
  const isReplaced =
    !(await hasOthers()) && (await replaceInstallation(store, key, { from: known, to: value }))
  if (isReplaced) return true
  const message =
    'differs from that of the other Quire processes that use this database. Use the same for all of them. To replace it, stop all processes, then start them with the new one.'
  throw new ConfigError([{ source: name, message }])
}

/**
 * Throws if the key in the settings is wrong. If the key file is wrong or missing, the server
 * starts with a warning, because only credentials for other services are affected.
 */
async function verifyEncryptionKey(config: Config, known: string | undefined, log: Options['log']) {
  const problem = await findKeyProblem(config, known)
  if (!problem) return
  const text = renderMessage(problem.message)
  if (problem.isConfigured) throw new ConfigError([{ source: 'encryption_key', message: text }])
  log.warn(serverLogMessages.key_unusable({ problem: text }))
}
