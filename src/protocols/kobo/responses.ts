/** Responses to Kobo devices. */
import type { StoreAnswer } from './store/store-requests'

const noStore = { 'cache-control': 'no-store' }

export const sendKoboJson = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  Response.json(body, { headers: { ...headers, ...noStore } })

export function sendStoreAnswer({ status, headers, bytes }: StoreAnswer): Response {
  const hasBody = ![204, 205, 304].includes(status)
  const all = new Headers(headers)
  all.set('cache-control', 'no-store')
  return new Response(hasBody ? Uint8Array.from(bytes) : null, { status, headers: all })
}
