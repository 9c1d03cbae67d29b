import { catalogues } from 'virtual:catalogues'

/** Every language there is a catalogue for. */
export const languages: readonly string[] = Object.keys(catalogues)
