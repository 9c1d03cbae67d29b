/**
 * Settings that administrators can change while the server is running. They are stored in the
 * database, so a change immediately applies to all processes. A value from a file, the environment
 * or the command line overrides the stored one.
 */
import { type Config, getOption, type OptionKey, type ValueOf } from '../config/model'
import { getValue } from '../config/redact-config'
import { readInstallation, storeInstallation } from '../db/installation'
import type { Db, Tx } from '../db/store'
import { VersionedCache } from '../db/versioned-cache'
import type { NowOrLater } from '../lib/async/now-or-later'

export const runTimeKeys = [
  'branding.name',
  'branding.color',
  'updates.check',
  'auth.quick_switch',
  'scan.on_start',
  'scan.missing_share_percent',
  'scan.missing_minimum',
  'thumbnails.quality',
  'pages.cache_mb',
  'providers.cache_mb',
  'api.rate_limit.enabled',
  'api.rate_limit.identity_per_second',
  'api.rate_limit.identity_burst',
  'api.rate_limit.address_per_second',
  'api.rate_limit.address_burst',
] as const satisfies readonly OptionKey[]
export type RunTimeKey = (typeof runTimeKeys)[number]

export const isRunTimeKey = (key: string): key is RunTimeKey =>
  (runTimeKeys as readonly string[]).includes(key)

interface StoredSetting {
  /**
   * The value as entered, or null for the default. It is validated when it is read, because the
   * limits of a setting can change.
   */
  text: string | null
  /** Number of changes so far. */
  version: number
  /** ISO 8601. */
  updatedAt: string
  updatedBy: string | null
}

export type StoredSettings = Partial<Record<RunTimeKey, StoredSetting>>

const installationKey = 'settings'
const cache = new VersionedCache<StoredSettings>()

export interface SettingsContext {
  config: Config
  db: Db
}

/** Returns the value that currently applies. */
export const getSetting = async <K extends RunTimeKey>(
  ctx: SettingsContext,
  key: K,
): Promise<ValueOf<K>> => (await getSettings(ctx, [key]))[key]

/** Returns the values that currently apply, with a single read from the database. */
export async function getSettings<K extends RunTimeKey>(
  { config, db }: SettingsContext,
  keys: readonly K[],
): Promise<{ [Key in K]: ValueOf<Key> }> {
  const isStored = keys.some((key) => !isFixed(config, key))
  const stored = isStored ? await readStoredSettings(db) : {}
  const values = keys.map((key) => [
    key,
    isFixed(config, key) ? getValue(config, key) : parseStored(stored, key),
  ])
  return Object.fromEntries(values) as { [Key in K]: ValueOf<Key> }
}

/**
 * True if a file, the environment or the command line sets the value, so that the stored one has no
 * effect.
 */
export const isFixed = ({ setting_sources: sources }: Config, key: RunTimeKey) =>
  sources[key] !== undefined

/**
 * Parses the stored value. Returns the default if there is none or if it is not valid in this
 * version.
 */
export function parseStored(stored: StoredSettings, key: RunTimeKey): unknown {
  const option = getOption(key)
  const text = stored[key]?.text ?? undefined
  if (text === undefined) return option.default
  const parsed = option.parse(text, '/')
  return 'value' in parsed ? parsed.value : option.default
}

export const readStoredSettings = (db: Db): NowOrLater<StoredSettings> =>
  cache.get(db, installationKey, () => loadStoredSettings(db))

export async function loadStoredSettings(db: Db): Promise<StoredSettings> {
  const text = await readInstallation(db, installationKey)
  return text === undefined ? {} : (JSON.parse(text) as StoredSettings)
}

export const storeSettings = (tx: Tx, stored: StoredSettings) =>
  storeInstallation(tx, installationKey, JSON.stringify(stored))
