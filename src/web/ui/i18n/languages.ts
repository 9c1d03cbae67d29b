import { catalogues } from 'virtual:catalogues'

/** Languages with a catalogue. */
export const languages: readonly string[] = Object.keys(catalogues)
