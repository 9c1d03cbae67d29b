/** Validates the settings entered for a plugin. Pure, except for DNS lookups of its hosts. */
import type { Context } from '../../context'
import { type Detail, invalid } from '../../errors'
import { isPrivateHost } from '../../platform/outgoing/egress/private-hosts'
import { requestMessages } from '../../platform/messages/common'
import type { ConfigField, ConfigSchema, Manifest } from './manifest'
import type { PluginRow } from './queries'
import { pluginMessages } from './messages'
import { pluginPermissions } from './metadata/write-permissions'

const maxConfigBytes = 64 * 1024

const fail = (details: Detail[]) => invalid(requestMessages.body_invalid(), details)

/** Returns the values of the plugin's fields. Throws a `Refusal` that names each invalid one. */
export function checkConfig(
  config: Readonly<Record<string, unknown>>,
  schema: ConfigSchema | null | undefined,
): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(config)) > maxConfigBytes) {
    const message = pluginMessages.config_too_large({ max: maxConfigBytes / 1024 })
    throw fail([{ path: 'config', message }])
  }
  const fields = new Map((schema?.fields ?? []).map((one) => [one.key, one]))
  const given = Object.entries(config).filter(([, value]) => value !== null && value !== '')
  const details = given.flatMap(([key, value]) => checkValue(fields.get(key), key, value))
  const present = new Set(given.map(([key]) => key))
  const missing = [...fields.values()].filter(
    (field) => field.required && !present.has(field.key) && field.default === null,
  )
  const problems = [
    ...details,
    ...missing.map(({ key }) => ({
      path: `config.${key}`,
      message: pluginMessages.config_missing(),
    })),
  ]
  if (problems.length > 0) throw fail(problems)
  return Object.fromEntries(given)
}

/** Returns whether users connect to the plugin, each with their own credentials. */
export const isForUsers = ({ capabilities }: Manifest): boolean =>
  capabilities.userReadSync || capabilities.userRecommendationProvider

/**
 * Lists the labels of required settings and credentials without a value. Plugins that users connect
 * to take their credentials from each user.
 */
export function listMissingSettings(
  { manifest, config }: Pick<PluginRow, 'manifest' | 'config'>,
  credentialKeys: readonly string[],
): string[] {
  if (!manifest) return []
  const fields = manifest.configSchema?.fields ?? []
  const credentials = isForUsers(manifest) ? [] : manifest.requiredCredentials
  return [
    ...fields.filter(
      (field) => field.required && config[field.key] === undefined && field.default === null,
    ),
    ...credentials.filter(({ key, required }) => required && !credentialKeys.includes(key)),
  ].map(({ label }) => label)
}

function checkValue(field: ConfigField | undefined, key: string, value: unknown): Detail[] {
  const path = `config.${key}`
  if (!field) return [{ path, message: pluginMessages.config_unknown() }]
  if (typeof value === field.type) return []
  return [{ path, message: pluginMessages.config_type({ type: field.type }) }]
}

export function checkPermissions(permissions: readonly string[]): string[] {
  const details = permissions.flatMap((one, at) =>
    pluginPermissions.includes(one)
      ? []
      : [{ path: `permissions.${at}`, message: pluginMessages.permission_unknown() }],
  )
  if (details.length > 0) throw fail(details)
  return [...new Set(permissions)]
}

/** A host name or IP address, with a port if it is not the default one. */
const hostPattern = /^(\[[\da-f:]+\]|[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?)(:([1-9]\d{0,4}))?$/

/** Default ports, which are removed because parsed URLs do not include them. */
const usualPorts = /:(80|443)$/

const normalizeHost = (host: string) => host.trim().toLowerCase().replace(usualPorts, '')

const maxPort = 65_535

function isHost(host: string): boolean {
  const match = hostPattern.exec(host)
  return match !== null && Number(match[4] ?? 0) <= maxPort
}

export function checkHosts(hosts: readonly string[]): string[] {
  const normal = hosts.map(normalizeHost)
  const details = normal.flatMap((host, at) =>
    isHost(host) ? [] : [{ path: `hosts.${at}`, message: pluginMessages.host_invalid() }],
  )
  if (details.length > 0) throw fail(details)
  return [...new Set(normal)]
}

/**
 * Refuses hosts that requests would not reach: those on the local network or with a port, unless
 * `plugins.private_hosts` names them. Does not check `known` hosts.
 */
export async function checkReachable(
  { config }: Pick<Context, 'config'>,
  hosts: readonly string[],
  known: readonly string[],
): Promise<void> {
  const details: Detail[] = []
  for (const [at, host] of hosts.map(normalizeHost).entries()) {
    if (known.includes(host) || config.plugins.private_hosts.includes(host)) continue
    const url = URL.parse(`https://${host}`)
    // `checkHosts` rejects malformed values.
    if (!url || !isHost(host)) continue
    const path = `hosts.${at}`
    if (await isPrivateHost(config, url.hostname)) {
      details.push({ path, message: pluginMessages.host_private({ host }) })
    } else if (url.port !== '') {
      details.push({ path, message: pluginMessages.host_port({ host }) })
    }
  }
  if (details.length > 0) throw fail(details)
}
