/** Names of sites that external links point to. Pure. */

/** Hosts of sites that people, files and providers name differently. */
const sites: Record<string, readonly string[]> = {
  'anime-planet': ['anime-planet.com'],
  anilist: ['anilist.co'],
  animenewsnetwork: ['animenewsnetwork.com'],
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

const namesByHost = new Map(
  Object.entries(sites).flatMap(([name, hosts]) => hosts.map((host) => [host, name])),
)

/** `given` in lower case; the name of the site if `given` is its host, as `anilist` for `anilist.co`. */
export function normalizeSiteName(given: string): string {
  const name = given.toLowerCase()
  return namesByHost.get(removeWww(name)) ?? name
}

/** `anilist`, or the host of a site without a name; undefined for an invalid URL. */
export function getSiteName(url: string): string | undefined {
  const host = URL.parse(url)?.hostname
  return host ? normalizeSiteName(removeWww(host)) : undefined
}

const removeWww = (host: string) => host.replace(/^www\./, '')
