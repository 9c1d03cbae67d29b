/** Names of the programs from which data can be imported, keyed by kind. */

/** Programs from which an administrator can import all data. */
export const serverNames = {
  komga: 'Komga',
  kavita: 'Kavita',
  codex: 'Codex',
  stump: 'Stump',
  'calibre-web': 'Calibre-Web',
  calibre: 'calibre',
  audiobookshelf: 'Audiobookshelf',
  yacreader: 'YACReaderLibrary',
  comicrack: 'ComicRack',
  lanraragi: 'LANraragi',
  booklore: 'BookLore',
} as const

/** Apps whose files users can import into their own account. */
const appNames = {
  mihon: 'Mihon',
  koreader: 'KOReader',
} as const

export const sourceNames = { ...serverNames, ...appNames } as const
