import { catalogues } from 'virtual:catalogues'

/** Languages with a catalog. */
export const languages: readonly string[] = Object.keys(catalogues)
