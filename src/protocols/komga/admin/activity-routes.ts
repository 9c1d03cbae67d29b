/**
 * Routes for sign-ins, which Komga calls authentication activity, and for the history of deletions.
 * Both come from the audit log.
 */
import { Elysia } from 'elysia'
import type { AuditEntry } from '../../../accounts/audit/model'
import { listDeletions, listSignIns } from '../../../accounts/audit/service'
import { listApiKeys } from '../../../accounts/api-keys/service'
import { userMessages } from '../../../accounts/permissions/messages'
import type { User } from '../../../accounts/users/model'
import { getUser } from '../../../accounts/users/service'
import type { Context } from '../../../context'
import { notFound, Refusal } from '../../../errors'
import { renderMessage } from '../../../platform/messages/message'
import { handle, type KomgaCall, options } from '../access/komga-call'
import { formatInstant } from '../dto/formats'
import { createKomgaPage, readPaging, toPaging } from '../lists/komga-paging'
import { komgaMessages } from '../messages'

export const komgaActivityRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v1/history',
      handle(ctx, 'system:admin', ({ query }) => listHistory(ctx, query)),
      options,
    )
    .get(
      '/api/v2/users/authentication-activity',
      handle(ctx, 'system:admin', ({ query }) => listActivity(ctx, query, {})),
      options,
    )
    .get(
      '/api/v2/users/me/authentication-activity',
      handle(ctx, 'account:read', ({ viewer: { userId }, query }) =>
        listActivity(ctx, query, { userId }),
      ),
      options,
    )
    .get(
      '/api/v2/users/:id/authentication-activity/latest',
      handle(ctx, [], (call, { id = '' }) => getLatestActivity(call, id)),
      options,
    )

/**
 * Users can read their own sign-ins, as in Komga. An API key needs the permission to read the
 * account, because sign-ins contain addresses and devices.
 */
async function getLatestActivity({ ctx, viewer, query }: KomgaCall, id: string) {
  const permission = id === viewer.userId ? 'account:read' : 'system:admin'
  if (!viewer.permissions.has(permission))
    throw new Refusal('forbidden', userMessages.permission_required({ permission }))
  const user = await getUser(ctx, id)
  const keyId = query.get('apikey_id')
  if (keyId !== null) return getLatestUse(ctx, user, keyId)
  const newest = { page: 1, pageSize: 1, offset: 0 }
  const { data } = await listSignIns(ctx, { userId: user.id }, newest)
  if (!data[0]) throw notFound(komgaMessages.not_found())
  return buildActivityDto(data[0])
}

/**
 * Returns the latest use of an API key. The audit log does not record uses, so the time comes from
 * the key itself.
 */
async function getLatestUse(ctx: Context, { id, username }: User, keyId: string) {
  const { data } = await listApiKeys(ctx, id, { pageSize: '500' })
  const key = data.find((one) => one.id === keyId)
  if (!key?.lastUsedAt) throw notFound(komgaMessages.not_found())
  return {
    userId: id,
    email: username,
    apiKeyId: key.id,
    apiKeyComment: key.name,
    ip: null,
    userAgent: null,
    success: true,
    error: null,
    dateTime: formatInstant(key.lastUsedAt),
    source: 'ApiKey',
  }
}

async function listActivity(ctx: Context, query: URLSearchParams, whose: { userId?: string }) {
  const paging = readPaging(query)
  const { data, total } = await listSignIns(ctx, whose, toPaging(paging))
  return createKomgaPage(paging, { data: data.map(buildActivityDto), total })
}

/**
 * `email` contains the name that was used to sign in, because the log contains no email addresses.
 */
const buildActivityDto = ({ at, action, userId, username, address, changes }: AuditEntry) => ({
  userId,
  email: username,
  apiKeyId: null,
  apiKeyComment: null,
  ip: address,
  userAgent: findChange(changes, 'userAgent'),
  success: action === 'sign_in',
  error: action === 'sign_in' ? null : 'Bad credentials',
  dateTime: formatInstant(at),
  source: findChange(changes, 'method'),
})

async function listHistory(ctx: Context, query: URLSearchParams) {
  const paging = readPaging(query)
  const { data, total } = await listDeletions(ctx, toPaging(paging))
  return createKomgaPage(paging, { data: data.map(buildHistoryDto), total })
}

/** Komga deletes files, but Quire keeps them, so the reason describes what happened in Quire. */
function buildHistoryDto({ id, at, action, ...entry }: AuditEntry) {
  const { username, targetKind, targetId, targetName } = entry
  const isBook = targetKind === 'book'
  const by = { user: username ?? 'Quire' }
  const reason = action === 'purge' ? komgaMessages.purged_by(by) : komgaMessages.trashed_by(by)
  return {
    id,
    type: isBook ? 'BookFileDeleted' : 'SeriesFolderDeleted',
    timestamp: formatInstant(at),
    bookId: isBook ? targetId : null,
    seriesId: isBook ? null : targetId,
    properties: { name: targetName ?? '', reason: renderMessage(reason) },
  }
}

const findChange = (changes: AuditEntry['changes'], wanted: string) =>
  changes.find(({ name }) => name === wanted)?.after ?? null
