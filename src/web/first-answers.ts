/**
 * What a screen asks for first, answered in the page itself: on a phone each question is a long way to the
 * server and back, over one of six connections. The routes answer as they would anybody.
 */

import { storeBasePath } from '../platform/http/pagination'

/** The API of this server, asked from within. */
type AskWithin = (request: Request) => Promise<Response>

export interface Within {
  ask: AskWithin
  /** Nobody waits longer for a page: the browser asks itself for what takes so long. */
  patienceMs: number
}

/** Each address with the JSON it was answered with; those that are refused or late are left out. */
export async function firstAnswers(
  { ask, patienceMs }: Within,
  { request, basePath }: { request: Request; basePath: string },
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  const asked = addresses.map(async (address) => {
    const inner = requestFor(request, address)
    storeBasePath(inner, basePath)
    const response = await ask(inner)
    if (response.status === 200) answers.set(address, await response.text())
  })
  await Promise.race([Promise.all(asked), Bun.sleep(patienceMs)])
  return new Map(answers)
}

/** Of the same person, from the same place. */
function requestFor(page: Request, address: string): Request {
  const headers = new Headers(page.headers)
  for (const name of ofThePage) headers.delete(name)
  headers.set('accept', 'application/json')
  return new Request(new URL(`/${address}`, page.url).href, { headers })
}

const ofThePage = ['accept-encoding', 'if-none-match', 'if-modified-since', 'range']
