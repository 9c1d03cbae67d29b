/** Names of the programs that imports read, by kind. */

/** Programs whose whole data an administrator imports. */
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

/** Apps whose files people import into their own account. */
const appNames = {
  mihon: 'Mihon',
  koreader: 'KOReader',
} as const

export const sourceNames = { ...serverNames, ...appNames } as const
