/** Server settings, which are read-only in this API. They come from Quire's configuration. */
import { isDeepStrictEqual } from 'node:util'
import { Elysia } from 'elysia'
import type { Context } from '../../../context'
import { invalid } from '../../../errors'
import { readSmallObject } from '../../../platform/http/body'
import { handle, options } from '../access/komga-call'
import { komgaMessages } from '../messages'

const path = '/api/v1/settings'

export const komgaSettingsRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      path,
      handle(ctx, 'system:admin', async () => buildSettings(ctx)),
      options,
    )
    .patch(
      path,
      handle(ctx, 'system:admin', async ({ request }) => {
        refuseChanges(buildSettings(ctx), { ...(await readSmallObject(request)) })
        return undefined
      }),
      options,
    )

/**
 * Builds the settings. Clients require all members, so settings that Quire does not have are
 * constant.
 */
const buildSettings = ({ config }: Context) => ({
  deleteEmptyCollections: false,
  deleteEmptyReadLists: false,
  rememberMeDurationDays: config.auth.session_days,
  thumbnailSize: 'DEFAULT',
  taskPoolSize: 1,
  serverPort: fromFile(config.server.port),
  serverContextPath: fromFile(config.server.base_path || null),
  koboProxy: false,
  koboPort: null,
  kepubifyPath: fromFile(null),
})

/** Builds a value that clients show as set by the configuration. */
const fromFile = <Value>(value: Value) => ({
  configurationSource: value,
  databaseSource: null,
  effectiveValue: value,
})

/** Rejects changes. Unchanged members are accepted, because apps may send all members. */
function refuseChanges(settings: Record<string, unknown>, given: Record<string, unknown>) {
  const message = komgaMessages.settings_read_only()
  const details = Object.entries(given)
    .filter(([name, value]) => !isCurrent(settings[name], value))
    .map(([name]) => ({ path: name.slice(0, 100), message }))
  if (details.length > 0) throw invalid(message, details)
}

/** A value such as `renewRememberMeKey: false` requests nothing, so it is accepted. */
function isCurrent(setting: unknown, value: unknown): boolean {
  const isSourced = typeof setting === 'object' && setting !== null && 'effectiveValue' in setting
  const current = isSourced ? setting.effectiveValue : setting
  return isDeepStrictEqual(current ?? null, value || null) || isDeepStrictEqual(current, value)
}
