/** Sites that external links point to: their names, and the IDs in their URLs. Pure. */

/**
 * Hosts of sites, keyed by site name, because users, files and providers use different names for a
 * site.
 */
const sites: Record<string, readonly string[]> = {
  'anime-planet': ['anime-planet.com'],
  anilist: ['anilist.co'],
  animenewsnetwork: ['animenewsnetwork.com'],
  bangumi: ['bgm.tv', 'bangumi.tv', 'chii.in'],
  bookwalker: ['bookwalker.jp', 'global.bookwalker.jp'],
  comicvine: ['comicvine.gamespot.com', 'comicvine.com'],
  goodreads: ['goodreads.com'],
  hardcover: ['hardcover.app'],
  kitsu: ['kitsu.app', 'kitsu.io'],
  mangabaka: ['mangabaka.org', 'mangabaka.dev'],
  mangadex: ['mangadex.org'],
  mangaupdates: ['mangaupdates.com'],
  metron: ['metron.cloud'],
  myanimelist: ['myanimelist.net'],
  novelupdates: ['novelupdates.com'],
  openlibrary: ['openlibrary.org'],
  webtoons: ['webtoons.com'],
}

/**
 * Path and query of pages about a whole series or work. Pages about a single issue or volume do not
 * match.
 */
const workPages: Readonly<Record<string, RegExp>> = {
  'anime-planet': /^\/manga\/([\w-]+)/,
  anilist: /^\/manga\/(\d+)/,
  animenewsnetwork: /^\/encyclopedia\/manga\.php\?id=(\d+)/,
  bangumi: /^\/subject\/(\d+)/,
  bookwalker: /^\/series\/(\d+)/,
  comicvine: /^\/(?:[^/]+\/)?4050-(\d+)/,
  goodreads: /^\/(?:book\/show|series)\/(\d+)/,
  hardcover: /^\/(?:books|series)\/([\w-]+)/,
  kitsu: /^\/manga\/([\w-]+)/,
  mangabaka: /^\/(\d+)/,
  mangadex: /^\/(?:title|manga)\/([\da-f-]{36})/,
  mangaupdates: /^\/series(?:\/|\.html\?id=)(\w+)/,
  metron: /^\/series\/([\w-]+)/,
  myanimelist: /^\/manga\/(\d+)/,
  novelupdates: /^\/series\/([\w-]+)/,
  openlibrary: /^\/works\/(OL\d+W)/,
  webtoons: /[?&]title_no=(\d+)/,
}

const namesByHost = new Map(
  Object.entries(sites).flatMap(([name, hosts]) => hosts.map((host) => [host, name])),
)

/**
 * Returns the site's name if `given` is its host, such as `anilist` for `anilist.co`. Otherwise,
 * returns `given` in lowercase.
 */
export function normalizeSiteName(given: string): string {
  const name = given.toLowerCase()
  return namesByHost.get(removeWww(name)) ?? name
}

/** Returns a name such as `anilist`, the host of an unknown site, or undefined if invalid. */
export function getSiteName(url: string): string | undefined {
  const host = URL.parse(url)?.hostname
  return host ? normalizeSiteName(removeWww(host)) : undefined
}

/** Returns the work ID in a URL of a known site, or null for other pages. */
export function getSiteId(url: string): string | null {
  const address = URL.parse(url)
  const page = workPages[getSiteName(url) ?? '']
  if (!address || !page) return null
  return page.exec(address.pathname + address.search)?.[1]?.slice(0, maxIdLength) ?? null
}

const maxIdLength = 200

const removeWww = (host: string) => host.replace(/^www\./, '')
