/** Routes for the viewer's API keys and for listing users. */
import { type AnyElysia, Elysia } from 'elysia'
import type { ApiKey } from '../../../accounts/api-keys/model'
import { createApiKey, deleteOwnApiKey, listApiKeys } from '../../../accounts/api-keys/service'
import { listUsers } from '../../../accounts/users/service'
import type { Context } from '../../../context'
import { Refusal } from '../../../errors'
import { shape, text } from '../../../platform/http/shapes'
import { readKomgaBody } from '../access/body'
import { handle, options } from '../access/komga-call'
import { isSessionRequest } from '../access/komga-session'
import { formatInstant } from '../dto/formats'
import { describeUser } from '../dto/describe-user'
import { komgaMessages } from '../messages'

export const komgaUserAdminRoutes = (ctx: Context) => (app: AnyElysia) =>
  app.use(keys(ctx)).use(users(ctx))

const KeyRequest = shape({ comment: text(100, { minLength: 1 }) }, { additionalProperties: true })

const maxShown = '500'

/** The secret is available only when the key has just been created. */
const buildKeyDto = (row: ApiKey, key = `${row.keyPrefix}_***`) => ({
  id: row.id,
  userId: row.userId,
  key,
  comment: row.name,
  createdDate: formatInstant(row.createdAt),
  lastModifiedDate: formatInstant(row.updatedAt),
})

const keys = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v2/users/me/api-keys',
      handle(ctx, 'api-keys:read', async ({ viewer }) => {
        const { data } = await listApiKeys(ctx, viewer.userId, { pageSize: maxShown })
        return data.map((row) => buildKeyDto(row))
      }),
      options,
    )
    .post(
      '/api/v2/users/me/api-keys',
      handle(ctx, 'api-keys:write', async ({ viewer, request }) => {
        if (isSessionRequest(request))
          throw new Refusal('forbidden', komgaMessages.key_needs_basic())
        const { comment } = await readKomgaBody(request, KeyRequest)
        const { key, ...row } = await createApiKey(ctx, viewer, { name: comment }, 'komga')
        return buildKeyDto(row, key)
      }),
      options,
    )
    .delete(
      '/api/v2/users/me/api-keys/:keyId',
      handle(ctx, 'api-keys:delete', async ({ viewer }, { keyId = '' }) => {
        await deleteOwnApiKey(ctx, viewer, keyId)
        return undefined
      }),
      options,
    )

const users = (ctx: Context) =>
  new Elysia().get(
    '/api/v2/users',
    handle(ctx, 'users:read', async ({ viewer }) => {
      const { data } = await listUsers(ctx, { pageSize: maxShown })
      return Promise.all(data.map((user) => describeUser(ctx, viewer, user)))
    }),
    options,
  )
