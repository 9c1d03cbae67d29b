/**
 * Embeds the first API responses of a screen in the page. On a phone, each request takes a long
 * round trip over one of six connections. The responses come from the normal routes.
 */

import { storeBasePath } from '../platform/http/pagination'

/** Calls the API of this server in process. */
type SendRequest = (request: Request) => Promise<Response>

export interface FirstResponseOptions {
  send: SendRequest
  /** Maximum time that the page waits for responses. The browser requests slower ones itself. */
  timeoutMs: number
}

/** In UTF-16 code units. The scripts of the page do not wait for longer responses. */
const maxLength = 500_000

/** Returns JSON responses keyed by path. Failed, late and very long responses are omitted. */
export async function loadFirstResponses(
  { send, timeoutMs }: FirstResponseOptions,
  { request, basePath }: { request: Request; basePath: string },
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  const asked = addresses.map(async (address) => {
    const inner = requestFor(request, address)
    storeBasePath(inner, basePath)
    const response = await send(inner)
    if (response.status !== 200) return
    const json = await response.text()
    if (json.length <= maxLength) answers.set(address, json)
  })
  await Promise.race([Promise.all(asked), Bun.sleep(timeoutMs)])
  return new Map(answers)
}

/** Copies the headers of the page request, including credentials, except those in `ofThePage`. */
function requestFor(page: Request, address: string): Request {
  const headers = new Headers(page.headers)
  for (const name of ofThePage) headers.delete(name)
  headers.set('accept', 'application/json')
  return new Request(new URL(`/${address}`, page.url).href, { headers })
}

const ofThePage = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range']
