/**
 * Names that Quire's processes give to their connections, as PostgreSQL lists them. They end with
 * the number of migrations that the program knows.
 */
import { postgres } from '../migrations/embedded'

/** Differs from the names of all other processes. */
export const connectionName: string = `quire ${crypto.randomUUID().slice(0, 8)} schema ${postgres.length}`

/**
 * Matches the connections of all processes, with `~`. Those of other programs, such as
 * `quire database exporter`, must not be taken for processes that have to stop.
 */
export const anyConnectionName = '^quire [0-9a-f]{8}( schema [0-9]{1,9})?$'
