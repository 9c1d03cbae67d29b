/** Settings of apps, such as those of Komga's web interface. */
import { Elysia } from 'elysia'
import { findViewer } from '../../../accounts/permissions/guard'
import type { Context } from '../../../context'
import { invalid } from '../../../errors'
import { boolean, list, record, shape, text, type TSchema } from '../../../platform/http/shapes'
import { requestMessages } from '../../../platform/messages/common'
import { readKomgaBody } from '../access/body'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { komgaMessages } from '../messages'
import {
  type ClientSetting,
  deleteClientSettings,
  listClientSettings,
  maxClientSettings,
  type SettingScope,
  storeClientSettings,
} from './client-settings-queries'

const maxKeyLength = 255
const maxValueLength = 20_000

/** Keys such as `application.domain.key`, in lower case. */
const keyPattern = /^[a-z][a-z0-9_-]*(\.[a-z0-9][a-z0-9_-]*)*$/

/** Unknown members are ignored, as in Komga, because apps send some. */
const lenient = { additionalProperties: true }
const value = text(maxValueLength, { minLength: 1 })
const UserSettings = record(shape({ value }, lenient))
const GlobalSettings = record(shape({ value, allowUnauthorized: boolean() }, lenient))
const Keys = list(text(maxKeyLength), { maxItems: maxClientSettings })

export const komgaClientSettingRoutes = (ctx: Context) =>
  new Elysia()
    // Apps request this list before they sign in.
    .get('/api/v1/client-settings/global/list', listGlobal(ctx), options)
    .patch(
      '/api/v1/client-settings/global',
      handle(ctx, 'system:admin', (call) => store(call, 'global', GlobalSettings)),
      options,
    )
    .delete(
      '/api/v1/client-settings/global',
      handle(ctx, 'system:admin', (call) => remove(call, 'global')),
      options,
    )
    .get(
      '/api/v1/client-settings/user/list',
      handle(ctx, 'account:read', ({ viewer }) => listClientSettings(ctx, viewer)),
      options,
    )
    .patch(
      '/api/v1/client-settings/user',
      handle(ctx, 'account:write', (call) => store(call, call.viewer, UserSettings)),
      options,
    )
    .delete(
      '/api/v1/client-settings/user',
      handle(ctx, 'account:write', (call) => remove(call, call.viewer)),
      options,
    )

function listGlobal(ctx: Context) {
  const listAll = handle(ctx, [], () => listClientSettings(ctx, 'global'))
  return async ({ request }: { request: Request }) =>
    (await findViewer(ctx, request))
      ? listAll({ request })
      : Response.json(await listClientSettings(ctx, 'global', { onlyPublic: true }))
}

async function store({ ctx, request }: KomgaCall, scope: SettingScope, schema: TSchema) {
  const body = await readKomgaBody(request, schema)
  const settings = body as Record<string, ClientSetting>
  requireKeys(Object.keys(settings))
  await storeClientSettings(ctx, scope, settings)
  return undefined
}

async function remove({ ctx, request }: KomgaCall, scope: SettingScope) {
  const keys = await readKomgaBody(request, Keys)
  requireKeys(keys)
  await deleteClientSettings(ctx, scope, keys)
  return undefined
}

function requireKeys(keys: readonly string[]) {
  const details = keys
    .filter((key) => key.length > maxKeyLength || !keyPattern.test(key))
    .slice(0, 10)
    .map((key) => ({ path: key.slice(0, 100), message: komgaMessages.client_setting_key() }))
  if (details.length > 0) throw invalid(requestMessages.body_invalid(), details)
}
