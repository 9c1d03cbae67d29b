/** What a user sets for a connection. Pure. */
import { type Detail, invalid } from '../../errors'
import { isUuid } from '../../platform/http/shapes'
import { requestMessages } from '../../platform/messages/common'
import { connectionMessages } from './messages'

export interface ConnectionConfig {
  /** Their series take no part in the sync. */
  excludedLibraryIds?: string[]
  excludedSeriesIds?: string[]
  /** Works for adults take no part. */
  excludeAdult?: boolean
}

const maxLibraries = 500
const maxSeries = 1000

const isIdList =
  (max: number) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.length <= max && value.every(isUuid)
const isBoolean = (value: unknown): boolean => typeof value === 'boolean'

type Check = (value: unknown) => boolean

const checks: Readonly<Record<keyof ConnectionConfig, Check>> = {
  excludedLibraryIds: isIdList(maxLibraries),
  excludedSeriesIds: isIdList(maxSeries),
  excludeAdult: isBoolean,
}

/** Throws a `Refusal` that names each wrong one. null resets a setting. */
export function mergeConfig(
  config: ConnectionConfig,
  changes: Readonly<Record<string, unknown>>,
): ConnectionConfig {
  const known = new Map<string, Check>(Object.entries(checks))
  const details = Object.entries(changes).flatMap(([key, value]): Detail[] => {
    const check = known.get(key)
    const path = `config.${key.slice(0, 100)}`
    if (!check) return [{ path, message: connectionMessages.config_unknown() }]
    if (value === null || check(value)) return []
    return [{ path, message: connectionMessages.config_invalid() }]
  })
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
  const merged = Object.entries({ ...config, ...changes }).filter(([, value]) => value !== null)
  return Object.fromEntries(merged)
}
