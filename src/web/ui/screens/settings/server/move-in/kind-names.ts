/** Names of the programs that imports come from. They are the same in all languages. */
import type { Import } from './use-imports'

type Kind = NonNullable<Import['kind']>

const serverNames = {
  komga: 'Komga',
  kavita: 'Kavita',
  codex: 'Codex',
  stump: 'Stump',
  'calibre-web': 'Calibre-Web',
  calibre: 'calibre',
  yacreader: 'YACReaderLibrary',
  comicrack: 'ComicRack',
  lanraragi: 'LANraragi',
} as const satisfies Partial<Record<Kind, string>>

export const kindNames: Readonly<Record<Kind, string>> = {
  ...serverNames,
  mihon: 'Mihon',
  koreader: 'KOReader',
}

/** Programs whose data an administrator imports, such as `Komga, Kavita and Codex`. */
export const listServers = (language: string): string =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(Object.values(serverNames))
