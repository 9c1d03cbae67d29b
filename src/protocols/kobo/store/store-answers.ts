/**
 * Combines the responses of Quire and the Kobo store. If the store is not used, only Quire's are
 * sent.
 */
import type { Context } from '../../../context'
import type { DeviceRequest } from '../devices'
import { buildResources, storeSwitches } from '../resources'
import { syncDevice } from '../tags/tag-sync'
import { askStore, isStoreUsed, type StoreAnswer, type StoreCall } from './store-requests'

/**
 * Combines the URLs of the store with Quire's, which take precedence. The store decides which of
 * its features are offered.
 */
export async function startWithStore(ctx: Context, call: StoreCall, base: string) {
  const answer = isStoreUsed(ctx) ? await askStore(ctx, call) : undefined
  const theirs = answer?.status === 200 ? parseMember(answer, 'Resources') : undefined
  const token = (theirs && answer?.headers.get('x-kobo-apitoken')) ?? 'e30='
  const ours = buildResources(base)
  const resources = theirs ? { ...theirs, ...ours } : { ...ours, ...storeSwitches }
  return { resources, token }
}

/**
 * Returns the store's response, which contains its tokens. Returns undefined if the call failed or
 * the store is not used.
 */
export async function authenticateAtStore(ctx: Context, call: StoreCall) {
  const answer = isStoreUsed(ctx) ? await askStore(ctx, call) : undefined
  const isValid = answer?.status === 200 && parseJson(answer) !== undefined
  return isValid ? answer : undefined
}

/** Sends Quire's books first, in as many responses as necessary, and then the store's. */
export async function syncWithStore(
  ctx: Context,
  call: StoreCall,
  { exchange, base }: { exchange: DeviceRequest; base: string },
) {
  const tokens = splitToken(call.request.headers.get('x-kobo-synctoken') ?? '')
  const own = await syncDevice(ctx, exchange, { base, token: tokens.own })
  const keep = { ...own, token: joinToken(own.token, tokens.store) }
  if (own.hasMore || !isStoreUsed(ctx)) return keep
  const answer = await askStore(ctx, call, tokens.store ? { 'x-kobo-synctoken': tokens.store } : {})
  const items = answer?.status === 200 ? parseJson(answer) : undefined
  if (!answer || !Array.isArray(items)) return keep
  return {
    items: [...own.items, ...(items as object[])],
    token: joinToken(own.token, answer.headers.get('x-kobo-synctoken') ?? tokens.store),
    hasMore: answer.headers.get('x-kobo-sync') === 'continue',
  }
}

/**
 * Start of Quire's tokens: the Base64 form of `{"device"`. A device that used the store before has
 * a token from the store.
 */
const ownPrefix = 'eyJkZXZpY2Ui'
const maxStoreToken = 6000

function splitToken(token: string): { own: string | null; store: string } {
  if (!token.startsWith(ownPrefix)) return { own: null, store: token.slice(0, maxStoreToken) }
  const [own = '', store = ''] = token.split('.')
  return { own, store: Buffer.from(store, 'base64url').toString('utf8') }
}

/**
 * Joins the tokens. If the result would be too long for a header, the store's token is omitted, and
 * the store then sends everything again.
 */
const joinToken = (own: string, store: string) =>
  store === '' || store.length > maxStoreToken
    ? own
    : `${own}.${Buffer.from(store).toString('base64url')}`

function parseJson({ bytes }: StoreAnswer): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return undefined
  }
}

function parseMember(answer: StoreAnswer, name: string): object | undefined {
  const value = (parseJson(answer) as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
}
