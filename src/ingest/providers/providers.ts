import { comicvine } from './comics/comicvine'
import { metron } from './comics/metron'
import { anilist } from './manga/anilist'
import { bangumi } from './manga/bangumi'
import { kitsu } from './manga/kitsu'
import { mangabaka } from './manga/mangabaka'
import { mangadex } from './manga/mangadex'
import { mangaupdates } from './manga/mangaupdates'
import { myanimelist } from './manga/myanimelist'
import { googlebooks } from './prose/googlebooks'
import { hardcover } from './prose/hardcover'
import { openlibrary } from './prose/openlibrary'
import type { BuiltInProvider } from './provider'

/** All built-in providers, in the order in which libraries use them by default. */
export const providers: readonly BuiltInProvider[] = [
  anilist,
  mangaupdates,
  openlibrary,
  mangadex,
  kitsu,
  mangabaka,
  myanimelist,
  bangumi,
  metron,
  comicvine,
  hardcover,
  googlebooks,
]

/** UUID namespace for the built-in providers. */
const namespace = '5f1d7c0e-3b52-4b8e-9c58-7a1b9b8f2f55'

/** Derives the ID of a built-in provider or a plugin from its name. The ID never changes. */
export const getProviderId = (name: string): string => Bun.randomUUIDv5(name, namespace)

const providersById = new Map(providers.map((one) => [getProviderId(one.name), one]))

export const findBuiltIn = (id: string): BuiltInProvider | undefined => providersById.get(id)
export const findBuiltInByName = (name: string): BuiltInProvider | undefined =>
  providers.find((one) => one.name === name)
