import type { Context } from '../../context'
import type { Config } from '../../platform/config/model'
import { getProviderKey } from '../../platform/outgoing/exchange'
import type { SendOptions } from '../../platform/outgoing/model'
import { sendRequest } from '../../platform/outgoing/send-request'
import type { SendRequest } from '../providers/model'
import type {
  BookProvider,
  BuiltInBooks,
  BuiltInProvider,
  MetadataProvider,
} from '../providers/provider'
import { getProviderId } from '../providers/providers'

/** Opens a built-in provider, whose requests are sent by this server. */
export function openBuiltIn(ctx: Context, provider: BuiltInProvider): MetadataProvider {
  const { name, displayName, attribution, subjects, knowsIsbns, workUrl } = provider
  const send =
    (options: SendOptions): SendRequest =>
    (request) =>
      sendRequest(ctx, provider, request, options)
  return {
    id: getProviderId(name),
    name,
    displayName,
    attribution,
    subjects,
    siteUrl: provider.siteUrl,
    searchUrl: provider.searchUrl,
    ...(workUrl !== undefined && { workUrl }),
    knowsIsbns: knowsIsbns ?? false,
    needsKey: provider.key?.isRequired ?? false,
    hasKey: hasKey(ctx.config, provider),
    // A provider with a key in the settings is used by default.
    isDefault: provider.isOnByDefault || hasKey(ctx.config, provider),
    search: (query, options) => provider.search(send(options), query),
    get: (externalId, options) => provider.get(send(options), externalId),
    parseLink: (url) => provider.parseLink(url),
    ...(provider.books && { books: openBooks(provider.books, send) }),
  }
}

const hasKey = (config: Config, provider: BuiltInProvider) =>
  getProviderKey(config, provider) !== undefined

const openBooks = (
  { search, listParts, parts, get, parseLink }: BuiltInBooks,
  send: (options: SendOptions) => SendRequest,
): BookProvider => ({
  ...(search && { search: (query, options) => search(send(options), query) }),
  ...(parts && { parts }),
  ...(listParts && { listParts: (query, options) => listParts(send(options), query) }),
  get: (externalId, options) => get(send(options), externalId),
  parseLink,
})
