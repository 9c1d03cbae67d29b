/**
 * Protects requests that browsers authenticate automatically, by a cookie or a stored password,
 * against cross-site request forgery.
 */
import { userMessages } from '../permissions/messages'
import type { Context } from '../../context'
import { Refusal } from '../../errors'
import { getOwnHosts } from '../../platform/http/requests/client-address'

/** Rejects a request from a page of another site. Apps do not send an origin. */
export function refuseForeignPage(ctx: Context, request: Request) {
  if (namesPage(request) && !isFromOwnPage(ctx, request)) throw foreignPage()
}

/** Rejects a write that does not come from a page of this server. */
export function requireOwnPage(ctx: Context, request: Request) {
  if (!isRead(request) && !isFromOwnPage(ctx, request)) throw foreignPage()
}

export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

const namesPage = ({ headers }: Request) => headers.has('origin') || headers.has('sec-fetch-site')

function isFromOwnPage(ctx: Context, request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin') return false
  const origin = request.headers.get('origin')
  if (!origin || !URL.canParse(origin)) return false
  return getOwnHosts(ctx, request).includes(new URL(origin).host)
}

const foreignPage = () => new Refusal('forbidden', userMessages.foreign_page())
