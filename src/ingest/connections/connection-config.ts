/** Settings of a connection that users can change. Pure. */
import { type Detail, invalid } from '../../errors'
import { isUuid } from '../../platform/http/shapes'
import { requestMessages } from '../../platform/messages/common'
import type { ConfigSchema } from '../plugins/manifest'
import { checkConfig } from '../plugins/plugin-config'
import { connectionMessages } from './messages'
import type { Agreement } from './services/list-service'

export interface ConnectionConfig {
  /** Series in these libraries are excluded from the sync. */
  excludedLibraryIds?: string[]
  excludedSeriesIds?: string[]
  excludeAdult?: boolean
  /** Syncs the user's ratings of series. Off unless the user turns it on. */
  syncScores?: boolean
  /** Syncs the user's notes on series. Off unless the user turns it on. */
  syncNotes?: boolean
  /** Requests recommendations, which require sending the user's reading data to the service. */
  recommendations?: boolean
  /** Settings that a plugin defines. */
  [name: string]: unknown
}

const maxLibraries = 500
const maxSeries = 1000

const isIdList =
  (max: number) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.length <= max && value.every(isUuid)
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

type Check = (value: unknown) => boolean

const checks = new Map<string, Check>(
  Object.entries({
    excludedLibraryIds: isIdList(maxLibraries),
    excludedSeriesIds: isIdList(maxSeries),
    excludeAdult: isBoolean,
    recommendations: isBoolean,
    syncScores: isBoolean,
    syncNotes: isBoolean,
  }),
)

export const readAgreement = ({ syncScores, syncNotes }: ConnectionConfig): Agreement => ({
  scores: syncScores === true,
  notes: syncNotes === true,
})

/** Returns the settings that are passed to a plugin. */
export const pickPluginConfig = (config: ConnectionConfig): Record<string, unknown> =>
  Object.fromEntries(Object.entries(config).filter(([key]) => !checks.has(key)))

/**
 * Returns the settings with the changes applied; null resets a setting. `schema` is the plugin's
 * schema. Throws a `Refusal` that names each invalid setting.
 */
export function mergeConfig(
  config: ConnectionConfig,
  changes: Readonly<Record<string, unknown>>,
  schema: ConfigSchema | null,
): ConnectionConfig {
  const details = Object.entries(changes).flatMap(([key, value]): Detail[] => {
    const check = checks.get(key)
    const path = `config.${key.slice(0, 100)}`
    if (!check) {
      return schema ? [] : [{ path, message: connectionMessages.config_unknown() }]
    }
    if (value === null || check(value)) return []
    return [{ path, message: connectionMessages.config_invalid() }]
  })
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
  const given = Object.entries({ ...config, ...changes }).filter(([, value]) => value !== null)
  const own = Object.fromEntries(given.filter(([key]) => checks.has(key)))
  const isOwnChange = Object.keys(changes).every((key) => checks.has(key))
  // Users can exclude works even if settings that the plugin requires are still missing.
  if (!schema || isOwnChange) return { ...pickPluginConfig(config), ...own }
  const fields = new Set(schema.fields.map(({ key }) => key))
  const isKnown = (key: string) => fields.has(key) || Object.hasOwn(changes, key)
  // Keeps unchanged values only if the plugin's current version still has these fields.
  const kept = given.filter(([key]) => !checks.has(key) && isKnown(key))
  return { ...own, ...checkConfig(Object.fromEntries(kept), schema) }
}
