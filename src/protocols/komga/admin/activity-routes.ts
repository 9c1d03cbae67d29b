/** Sign-ins, which Komga calls authentication activity. They come from the audit log. */
import { Elysia } from 'elysia'
import type { AuditEntry } from '../../../accounts/audit/model'
import { listSignIns } from '../../../accounts/audit/service'
import { getUser } from '../../../accounts/users/service'
import type { Context } from '../../../context'
import { notFound } from '../../../errors'
import { handle, options } from '../access/komga-call'
import { formatInstant } from '../dto/formats'
import { createKomgaPage, readPaging, toPaging } from '../lists/komga-paging'
import { komgaMessages } from '../messages'

export const komgaActivityRoutes = (ctx: Context) =>
  new Elysia()
    .get(
      '/api/v2/users/authentication-activity',
      handle(ctx, 'system:admin', ({ query }) => listActivity(ctx, query, {})),
      options,
    )
    .get(
      '/api/v2/users/me/authentication-activity',
      handle(ctx, [], ({ viewer: { userId }, query }) => listActivity(ctx, query, { userId })),
      options,
    )
    .get(
      '/api/v2/users/:id/authentication-activity/latest',
      handle(ctx, 'system:admin', async (_, { id = '' }) => {
        const { id: userId } = await getUser(ctx, id)
        const newest = { page: 1, pageSize: 1, offset: 0 }
        const { data } = await listSignIns(ctx, { userId }, newest)
        if (!data[0]) throw notFound(komgaMessages.not_found())
        return buildActivityDto(data[0])
      }),
      options,
    )

async function listActivity(ctx: Context, query: URLSearchParams, whose: { userId?: string }) {
  const paging = readPaging(query)
  const { data, total } = await listSignIns(ctx, whose, toPaging(paging))
  return createKomgaPage(paging, { data: data.map(buildActivityDto), total })
}

/** The log has the name that was used, which Komga takes for an email address. */
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

const findChange = (changes: AuditEntry['changes'], wanted: string) =>
  changes.find(({ name }) => name === wanted)?.after ?? null
