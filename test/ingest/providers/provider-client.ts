/** Sends requests to the fake servers of providers, and corrupts their responses. */
import type { SendRequest } from '../../../src/ingest/providers/model'
import type { BuiltInProvider } from '../../../src/ingest/providers/provider'
import { createProviderError, ProviderError } from '../../../src/platform/outgoing/provider-error'
import type { Dice } from '../../support/dice'
import type { ProviderServers } from './servers/all'
import { comicvineKey } from './servers/comicvine'
import { googlebooksKey } from './servers/googlebooks'
import { hardcoverKey } from './servers/hardcover'
import { metronKey } from './servers/metron'
import { myanimelistKey } from './servers/myanimelist'

type Name = BuiltInProvider['name']

export const keys: Partial<Record<Name, string>> = {
  comicvine: comicvineKey,
  googlebooks: googlebooksKey,
  hardcover: hardcoverKey,
  metron: metronKey,
  myanimelist: myanimelistKey,
}

/**
 * Like `sendRequest`, but without rate limits and stored responses, which have tests of their own.
 */
export const createSend =
  (servers: ProviderServers, { name, headers, key, findBodyError }: BuiltInProvider): SendRequest =>
  async ({ path, method = 'GET', body, accepts }) => {
    const url = new URL(servers[name].base + path)
    const response = await fetch(url, {
      method,
      headers: {
        'user-agent': 'Quire/1',
        'content-type': 'application/json',
        ...headers,
        ...authorize(url, name, key),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.status === 404) throw createProviderError(name, 'not_found')
    if (!response.ok) throw new Error(`refused: ${response.status} ${await response.text()}`)
    const json: unknown = await response.json()
    const error = findBodyError?.(json)
    if (error === 'not_found') throw createProviderError(name, 'not_found')
    if (error !== undefined) throw new Error(`refused: ${error}`)
    if (!accepts(json)) throw createProviderError(name, 'unexpected')
    return json
  }

/** Adds the key to the URL, or returns a header that contains it. */
function authorize(url: URL, name: Name, key: BuiltInProvider['key']): Record<string, string> {
  const secret = keys[name]
  if (!key || secret === undefined) return {}
  if (key.in === 'header') return { [key.name]: `${key.prefix ?? ''}${secret}` }
  url.searchParams.set(key.name, secret)
  return {}
}

/** Records the responses, keyed by request. */
export async function recordResponses(
  send: SendRequest,
  act: (record: SendRequest) => Promise<void>,
) {
  const recorded = new Map<string, unknown>()
  await act(async (request) => {
    const response = await send(request)
    recorded.set(JSON.stringify(request), response)
    return response
  })
  return recorded
}

export function requireProviderError(error: unknown) {
  if (!(error instanceof ProviderError)) throw error
  return error.code
}

const oddValues = [null, 0, -1, 1e300, '', 'x'.repeat(5000), '\0\ud800', [], {}, true, [[null]]]

/** Replaces random members at any depth. */
export function damage(value: unknown, dice: Dice): unknown {
  if (dice.roll(12) === 0) return dice.one(oddValues)
  if (Array.isArray(value)) return value.map((one) => damage(one, dice))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, damage(member, dice)]),
  )
}
