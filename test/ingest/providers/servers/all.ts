/** Fake servers of the providers. */
import { startAnilist } from './anilist'
import { startBangumi } from './bangumi'
import { startComicvine } from './comicvine'
import { startGooglebooks } from './googlebooks'
import { startHardcover } from './hardcover'
import { startKitsu } from './kitsu'
import { startMangabaka } from './mangabaka'
import { startMangadex } from './mangadex'
import { startMangaupdates } from './mangaupdates'
import { startMetron } from './metron'
import { startMyanimelist } from './myanimelist'
import { startOpenlibrary } from './openlibrary'

export function startProviderServers() {
  const anilistChanges = new Map<number, object>()
  const servers = {
    anilist: startAnilist(anilistChanges),
    mangaupdates: startMangaupdates(),
    openlibrary: startOpenlibrary(),
    mangadex: startMangadex(),
    kitsu: startKitsu(),
    comicvine: startComicvine(),
    mangabaka: startMangabaka(),
    myanimelist: startMyanimelist(),
    bangumi: startBangumi(),
    metron: startMetron(),
    hardcover: startHardcover(),
    googlebooks: startGooglebooks(),
  }
  const entries = Object.entries(servers)
  return {
    ...servers,
    anilistChanges,
    /** For the program under test. */
    settings: Object.fromEntries(
      entries.map(([name, { base }]) => [`providers.${name}.base`, base]),
    ),
    environment: Object.fromEntries(
      entries.map(([name, { base }]) => [`SERVICE_PROVIDERS__${name.toUpperCase()}__BASE`, base]),
    ),
    countRequests: () => entries.reduce((sum, [, { requests }]) => sum + requests, 0),
    setStatus: (status: number | undefined) => {
      for (const [, server] of entries) server.status = status
    },
    stop: () => {
      for (const [, server] of entries) server.stop()
    },
  }
}

export type ProviderServers = ReturnType<typeof startProviderServers>
