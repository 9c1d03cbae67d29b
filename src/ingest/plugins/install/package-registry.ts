/** Downloads packages from the registry in the settings, and checks their names and integrity. */
import { Refusal } from '../../../errors'
import type { Context } from '../../../context'
import { getUserAgent, readBounded } from '../../../platform/outgoing/exchange'
import { readLine, readObject } from '../../providers/text/read-json'
import { pluginMessages } from '../messages'
import { maxArchiveBytes } from './package-archive'

const timeoutMs = 60_000
const maxDescriptionBytes = 4 * 1024 * 1024
const statusNotFound = 404

type RegistryContext = Pick<Context, 'config' | 'log'>

/** `name` or `@scope/name`, with an optional `@version`. */
const packagePattern = /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(@[\w.+-]{1,60})?$/i

export const isPackageName = (text: string) => text.length <= 214 && packagePattern.test(text)

/**
 * Throws a `Refusal` if the registry is unavailable, or the archive does not match the registry's
 * description.
 */
export async function downloadPackage(ctx: RegistryContext, wanted: string): Promise<Uint8Array> {
  const { registry } = ctx.config.plugins
  if (registry === undefined) throw new Refusal('conflict', pluginMessages.no_registry())
  const at = wanted.indexOf('@', 1)
  const name = at < 0 ? wanted : wanted.slice(0, at)
  const version = at < 0 ? 'latest' : wanted.slice(at + 1)
  const base = new URL(registry.endsWith('/') ? registry : `${registry}/`)
  const address = new URL(`${name.replace('/', '%2f')}/${version}`, base)
  const description = await load(ctx, { name, url: address, maxBytes: maxDescriptionBytes })
  const { tarball, integrity } = readDistribution(description)
  const url = URL.parse(tarball ?? '')
  // Downloads only from the registry that the administrator trusts, not from other servers.
  if (url?.origin !== base.origin) throw fail(name, 'no archive')
  const archive = await load(ctx, { name, url, maxBytes: maxArchiveBytes })
  if (computeIntegrity(archive) !== integrity) {
    throw new Refusal('unavailable', pluginMessages.integrity())
  }
  return archive
}

export const computeIntegrity = (bytes: Uint8Array) =>
  `sha512-${new Bun.CryptoHasher('sha512').update(bytes).digest('base64')}`

function readDistribution(description: Uint8Array) {
  const { dist } = readObject(parseOrEmpty(description))
  const { tarball, integrity } = readObject(dist)
  return { tarball: readLine(tarball), integrity: readLine(integrity) }
}

function parseOrEmpty(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return {}
  }
}

const fail = (name: string, reason: string) =>
  new Refusal('unavailable', pluginMessages.registry_failed({ package: name, reason }))

async function load(
  ctx: RegistryContext,
  { name, url, maxBytes }: { name: string; url: URL; maxBytes: number },
): Promise<Uint8Array> {
  const { proxy, offline } = ctx.config.providers
  if (offline) throw fail(name, 'providers.offline is set')
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'user-agent': getUserAgent(ctx.config) },
      ...(proxy !== undefined && { proxy }),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw fail(name, response.status === statusNotFound ? 'not found' : `${response.status}`)
    }
    const bytes = await readBounded(response, maxBytes)
    if (!bytes) throw fail(name, 'too large')
    return bytes
  } catch (error) {
    if (error instanceof Refusal) throw error
    ctx.log.debug({ err: error, package: name }, 'failed to download package')
    throw fail(name, 'unreachable')
  }
}
