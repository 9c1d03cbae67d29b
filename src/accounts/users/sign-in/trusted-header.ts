/** Sign-in through a proxy that sends the name of its authenticated user in a header. */
import {
  isFromTrustedProxy,
  getClientAddress,
} from '../../../platform/http/requests/client-address'
import type { Context } from '../../../context'
import { recordAuditOfPerson, auditDetail } from '../../audit/record'
import type { Viewer } from '../../permissions/model'
import { computeEffectivePermissions, createViewer } from '../../permissions/permission-rules'
import { foldName } from '../names/fold-name'
import { findAccountByName } from '../queries'

const maxLength = 254
/** Minimum interval between audit log entries for the same user and address. */
const recordedMs = 12 * 3_600_000
const maxRemembered = 10_000

/** Returns undefined if the header is absent or the request does not come from the proxy. */
export function readTrustedName(ctx: Context, request: Request): string | undefined {
  const { trusted_header: name } = ctx.config.auth
  const value = name === undefined ? null : request.headers.get(name)?.trim()
  if (!value || !isFromTrustedProxy(ctx, request)) return undefined
  return value
}

/**
 * Finds the user with this name or email address. Returns undefined if there is none. A comma means
 * that the header was sent twice, perhaps by the client, so such a name does not match any user.
 */
export async function findViewerByTrustedName(
  ctx: Context,
  request: Request,
  name: string,
): Promise<Viewer | undefined> {
  if (name.length > maxLength || name.includes(',')) return undefined
  // Headers contain bytes, each of which the runtime reads as one character.
  const text = Buffer.from(name, 'latin1').toString('utf8')
  const account = await findAccountByName(ctx.db, foldName(text))
  if (!account?.isActive) return undefined
  await recordSignIn(ctx, request, account)
  return createViewer(account, computeEffectivePermissions(account), { kind: 'proxy' })
}

const recorded = new Map<string, number>()

async function recordSignIn(
  ctx: Context,
  request: Request,
  { id: userId, username }: { id: string; username: string },
) {
  const address = getClientAddress(ctx, request)
  const key = `${userId} ${address ?? ''}`
  const now = ctx.clock.now().getTime()
  if (now - (recorded.get(key) ?? -Infinity) < recordedMs) return
  recorded.delete(key)
  recorded.set(key, now)
  if (recorded.size > maxRemembered) recorded.delete(recorded.keys().next().value!)
  const changes = [auditDetail('method', 'trusted header')]
  await ctx.writeBulk((tx) =>
    recordAuditOfPerson(ctx, tx, { userId, username, address }, { action: 'sign_in', changes }),
  )
}
