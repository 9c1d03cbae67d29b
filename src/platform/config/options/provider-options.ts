import { parseContact, parseKey, parseProxyUrl, parsePublicUrl } from '../formats'
import * as kind from '../option'
import type { Option } from '../option'

interface ProviderEntry {
  /** Display name. */
  readonly title: string
  /** Page on which users get a key, for providers that accept one. */
  readonly keySource?: string
}

/**
 * The built-in providers of `ingest/providers`, keyed by their names in the settings and the
 * database.
 */
export const providerTable = {
  anilist: { title: 'AniList' },
  mangaupdates: { title: 'MangaUpdates' },
  openlibrary: { title: 'Open Library' },
  mangadex: { title: 'MangaDex' },
  kitsu: { title: 'Kitsu' },
  mangabaka: { title: 'MangaBaka', keySource: 'https://mangabaka.org (optional)' },
  myanimelist: {
    title: 'MyAnimeList',
    keySource: 'https://myanimelist.net/apiconfig (the client ID)',
  },
  bangumi: { title: 'Bangumi' },
  metron: { title: 'Metron', keySource: 'https://metron.cloud (your profile)' },
  comicvine: { title: 'ComicVine', keySource: 'https://comicvine.gamespot.com/api' },
  hardcover: { title: 'Hardcover', keySource: 'https://hardcover.app/account/api' },
  googlebooks: {
    title: 'Google Books',
    keySource: 'https://console.cloud.google.com/apis/credentials',
  },
} as const satisfies Readonly<Record<string, ProviderEntry>>

export type ProviderName = keyof typeof providerTable

/** Returns the title of a built-in provider, or the given name for a plugin. */
export const getProviderTitle = (name: string): string =>
  Object.entries<ProviderEntry>(providerTable).find(([one]) => one === name)?.[1].title ?? name

type KeyedProvider = {
  [N in ProviderName]: (typeof providerTable)[N] extends { keySource: string } ? N : never
}[ProviderName]

type NamedOptions = {
  readonly [N in ProviderName as `providers.${N}.base`]: Option<string | undefined>
} & {
  readonly [N in KeyedProvider as `providers.${N}.key`]: Option<string | undefined>
}

/** OAuth client credentials for signing in on a provider's website. */
const clientOptions = {
  'providers.anilist.client_id': kind.formattedText(
    undefined,
    'Client ID from https://anilist.co/settings/developer, registered with the redirect URL <server.public_url>/api/v1/user/plugins/oauth/callback. It lets users connect their reading lists without pasting a token.',
    parseKey,
  ),
  'providers.anilist.client_secret': {
    ...kind.formattedText(undefined, 'Client secret for providers.anilist.client_id.', parseKey),
    secret: true,
  },
  'providers.myanimelist.client_secret': {
    ...kind.formattedText(
      undefined,
      'Client secret for the client ID in providers.myanimelist.key, if there is one.',
      parseKey,
    ),
    secret: true,
  },
} as const

const namedOptions = Object.fromEntries(
  Object.entries<ProviderEntry>(providerTable).flatMap(([name, { title, keySource }]) => {
    const base = kind.formattedText(
      undefined,
      `Base URL of ${title}, for a mirror. Default: its public address.`,
      parsePublicUrl,
    )
    const baseEntry = [`providers.${name}.base`, base] as const
    const ofClient = Object.entries(clientOptions).filter(([one]) =>
      one.startsWith(`providers.${name}.`),
    )
    if (keySource === undefined) return [baseEntry, ...ofClient]
    const description = `Key for ${title}, from ${keySource}.`
    const key = { ...kind.formattedText(undefined, description, parseKey), secret: true }
    return [[`providers.${name}.key`, key] as const, baseEntry, ...ofClient]
  }),
) as NamedOptions & typeof clientOptions

export const providerOptions = {
  'providers.offline': kind.toggle(
    false,
    'Send no requests to providers or other services on the internet. Cached responses are still used. Email, sign-in providers and notifications.allowed_hosts still work.',
  ),
  'providers.proxy': {
    ...kind.formattedText(
      undefined,
      'Proxy for requests to providers, such as http://proxy.example.org:3128. Default: HTTPS_PROXY and NO_PROXY of the environment. Prefer SERVICE_PROVIDERS__PROXY if it contains a password.',
      parseProxyUrl,
    ),
    secret: true,
  },
  'providers.contact': kind.formattedText(
    undefined,
    'Email address or URL at which providers can reach you, sent with each request. Some providers allow more requests with it.',
    parseContact,
  ),
  'providers.cache_mb': kind.boundedInteger(
    100,
    { min: 1, max: 100_000 },
    'Maximum size of the cache of provider responses, in megabytes. The least recently used responses are deleted.',
  ),
  ...namedOptions,
} as const
